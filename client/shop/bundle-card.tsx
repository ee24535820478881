import type { Bundle, Credits } from '../../shared/api/credits.ts'
import { useLink } from '../router/link.tsx'
import { useSite, useT } from '../site/site.tsx'
import { LinkButton } from '../ui/button.tsx'
import { BundlePrice } from './bundle-price.tsx'
import styles from './bundle-card.module.css'
import { useCode } from './use-credits.ts'
import { useMoney } from './use-money.ts'

/** A bundle as a card: its credits, its price, and the price per message where messages cost something. */
export function BundleCard({ bundle, currency }: { bundle: Bundle } & Pick<Credits, 'currency'>) {
  const t = useT()
  const money = useMoney()
  const { tenant } = useSite()
  const { id, credits: count, price, discounted, per_message: perMessage } = bundle
  const link = useLink('credits-id-paymentmethod', { id }, useCode())
  return (
    <article className={styles.card}>
      <h2 className={styles.credits}>{t('shop.credits', { count })}</h2>
      <p className={styles.price}>
        <BundlePrice bundle={bundle} currency={currency} />
      </p>
      {tenant.message_credits > 0 && <p className={styles.message}>{t('shop.per_message', { price: money(perMessage, currency) })}</p>}
      <LinkButton {...link} wide>
        {t('credits.buy', { price: money(discounted ?? price, currency) })}
      </LinkButton>
    </article>
  )
}
