import type { Bundle, Credits } from '../../shared/api/credits.ts'
import { useLink } from '../router/link.tsx'
import { useT } from '../site/site.tsx'
import { LinkButton } from '../ui/button.tsx'
import { BundlePrice } from './bundle-price.tsx'
import styles from './bundle-card.module.css'
import { UnitPrices } from './unit-prices.tsx'
import { useCode } from './use-credits.ts'
import { useMoney } from './use-money.ts'

/** A bundle as a card: its credits, its price, and what a credit and a message cost with it. */
export function BundleCard({ bundle, currency }: { bundle: Bundle } & Pick<Credits, 'currency'>) {
  const t = useT()
  const money = useMoney()
  const { id, credits: count, price, discounted } = bundle
  const link = useLink('credits-id-paymentmethod', { id }, useCode())
  return (
    <article className={styles.card}>
      <h2 className={styles.credits}>{t('shop.credits', { count })}</h2>
      <p className={styles.price}>
        <BundlePrice bundle={bundle} currency={currency} />
      </p>
      <p className={styles.units}>
        <UnitPrices bundle={bundle} currency={currency} />
      </p>
      <LinkButton {...link} wide>
        {t('credits.buy', { price: money(discounted ?? price, currency) })}
      </LinkButton>
    </article>
  )
}
