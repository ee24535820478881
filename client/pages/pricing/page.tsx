import type { Credits } from '../../../shared/api/credits.ts'
import { useLink } from '../../router/link.tsx'
import { BundlePrice } from '../../shop/bundle-price.tsx'
import { CountryForm } from '../../shop/country-form.tsx'
import { PriceTerms } from '../../shop/price-terms.tsx'
import { UnitPrices } from '../../shop/unit-prices.tsx'
import { useCredits } from '../../shop/use-credits.ts'
import { useMoney } from '../../shop/use-money.ts'
import { useSite, useT } from '../../site/site.tsx'
import { useSignupsOpen } from '../../site/signup-way.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import styles from './pricing.module.css'

/** What credits cost, for everyone, without signing up: money, and money per credit and message, in the payment country. */
export default function PricingPage() {
  const t = useT()
  const { data } = useCredits()
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>{t('pricing.heading')}</h1>
        <p className={styles.lead}>{t('pricing.lead')}</p>
      </div>
      {data ? <Prices credits={data} /> : <Failed />}
    </div>
  )
}

/** A link retries without a script too. */
function Failed() {
  const t = useT()
  return (
    <EmptyState art="plug" title={t('shop.failed')} action={<LinkButton {...useLink('pricing')}>{t('load-failed.retry')}</LinkButton>}>
      {t('load-failed.text')}
    </EmptyState>
  )
}

function Prices({ credits }: { credits: Credits }) {
  const t = useT()
  const money = useMoney()
  const { tenant } = useSite()
  const { currency, bundles, country } = credits
  const lowest = tenant.minimum_message_costs[country]
  return (
    <>
      {tenant.message_credits > 0 && lowest && (
        <p className={styles.lowest}>{t('pricing.lowest', { price: money(lowest.costs, lowest.currency) })}</p>
      )}
      <table className={styles.table}>
        <caption className="visually-hidden">{t('pricing.table')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('pricing.bundle')}</th>
            <th scope="col">{t('pricing.price')}</th>
          </tr>
        </thead>
        <tbody>
          {bundles.map((bundle) => (
            <tr key={bundle.id}>
              <th scope="row">{t('shop.credits', { count: bundle.credits })}</th>
              <td>
                <BundlePrice bundle={bundle} currency={currency} />
                <p className={styles.units}>
                  <UnitPrices bundle={bundle} currency={currency} />
                </p>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <PriceTerms credits={credits} className={styles.lead} />
      <Join />
      <CountryForm {...credits} />
    </>
  )
}

/** Signing up, for visitors. */
function Join() {
  const t = useT()
  const { member } = useSite()
  const open = useSignupsOpen()
  const signup = useLink('signup')
  return !member && open ? <LinkButton {...signup}>{t('pricing.join')}</LinkButton> : null
}
