import type { Bundle } from '../../shared/api/credits.ts'
import { Link } from '../router/link.tsx'
import { useT } from '../site/site.tsx'
import styles from './checkout.module.css'
import { useMoney } from './use-money.ts'

/** The bundle and its price, with a link back to the other bundles. `total`: what is to be paid, lower than the price with a discount. */
export function CheckoutPrice({
  bundle,
  total,
  isTaxed,
  currency,
  code
}: {
  bundle: Bundle
  total: number
  isTaxed: boolean
  currency: string
  code: string | undefined
}) {
  const t = useT()
  const money = useMoney()
  return (
    <section className={styles.card} aria-label={t('checkout.heading')}>
      <dl className={styles.lines}>
        <div>
          <dt>{t('shop.credits', { count: bundle.credits })}</dt>
          <dd className="numbers">{money(bundle.price, currency)}</dd>
        </div>
        {total < bundle.price && (
          <div>
            <dt>{bundle.code}</dt>
            <dd className="numbers">{money(total - bundle.price, currency)}</dd>
          </div>
        )}
        <div className={styles.total}>
          <dt>{t(isTaxed ? 'checkout.total' : 'checkout.total_untaxed')}</dt>
          <dd className="numbers">{money(total, currency)}</dd>
        </div>
      </dl>
      <Link to="credits" query={{ code }}>
        {t('checkout.other')}
      </Link>
    </section>
  )
}
