import type { Bundle, Credits } from '../../shared/api/credits.ts'
import { useSite, useT } from '../site/site.tsx'
import styles from './unit-prices.module.css'
import { useMoney } from './use-money.ts'

/** What one credit costs with a bundle, and a message where messages cost something, one below the other. */
export function UnitPrices({ bundle, currency }: { bundle: Bundle } & Pick<Credits, 'currency'>) {
  const t = useT()
  const money = useMoney()
  const { tenant } = useSite()
  return (
    <>
      <span className={styles.price}>{t('shop.per_credit', { price: money(bundle.per_credit, currency) })}</span>
      {tenant.message_credits > 0 && (
        <span className={styles.price}>{t('shop.per_message', { price: money(bundle.per_message, currency) })}</span>
      )}
    </>
  )
}
