import type { Credits } from '../../../shared/api/credits.ts'
import { href } from '../../../shared/routes/match.ts'
import { creditsBadge } from '../../../shared/rules/badges.ts'
import { LoadFailed } from '../../feedback/load-failed.tsx'
import { CodeField } from '../../discounts/code-field.tsx'
import { useRouter } from '../../router/context.ts'
import { Link } from '../../router/link.tsx'
import { useUser } from '../../session/use-user.ts'
import { BundleCard } from '../../shop/bundle-card.tsx'
import { useMoney } from '../../shop/use-money.ts'
import { CountryForm } from '../../shop/country-form.tsx'
import { PriceTerms } from '../../shop/price-terms.tsx'
import { useCode, useCredits } from '../../shop/use-credits.ts'
import { Waiting } from '../../shop/waiting.tsx'
import { useT } from '../../site/site.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './credits.module.css'

/** The bundles that can be bought in the payment country. */
export default function CreditsPage() {
  const t = useT()
  const { data, isError, error, refetch, isPlaceholderData } = useCredits()
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>{t('credits.heading')}</h1>
        <Balance />
      </div>
      {data ? (
        <Bundles credits={data} busy={isPlaceholderData} />
      ) : isError ? (
        <LoadFailed title={t('shop.failed')} error={error} retry={() => void refetch()} />
      ) : (
        <Waiting />
      )}
      <Orders repeatable={data?.repeatable ?? false} />
    </div>
  )
}

/** How many credits there are, with a word and an icon when they are few; for members without Premium, what a purchase brings. */
function Balance() {
  const t = useT()
  const user = useUser()
  if (!user) return <p>{'\u00a0'}</p>
  const low = user.paid_user ? creditsBadge(user.credits) : null
  return (
    <p className={styles.balance} data-low={low ?? undefined}>
      {low && <Icon name="warning" size="small" />}
      <span>
        {t('credits.balance', { count: user.credits })} {low === 'warning' && t('credits.low')} {!user.paid_user && t('credits.premium')}
      </span>
    </p>
  )
}

function Bundles({ credits, busy }: { credits: Credits; busy: boolean }) {
  const { replaceUrl } = useRouter()
  const money = useMoney()
  const { code = null } = useCode()
  const { currency, discount, refusal, minimum } = credits
  return (
    <>
      <ul className={styles.bundles}>
        {credits.bundles.map((bundle) => (
          <li key={bundle.id}>
            <BundleCard bundle={bundle} currency={credits.currency} />
          </li>
        ))}
      </ul>
      <PriceTerms credits={credits} className={styles.terms} />
      <CodeField
        code={code}
        refusal={refusal}
        discount={discount}
        minimum={minimum === null ? null : money(minimum, currency)}
        partly={minimum !== null && credits.bundles.some(({ price }) => price < minimum)}
        busy={busy}
        onApply={(typed) => replaceUrl(href('credits', {}, { code: typed ?? undefined }))}
      />
      <CountryForm {...credits} />
    </>
  )
}

function Orders({ repeatable }: Pick<Credits, 'repeatable'>) {
  const t = useT()
  return (
    <ul className={styles.orders}>
      {repeatable && (
        <li>
          <Link to="credits-repeat-order">{t('credits.again')}</Link>
        </li>
      )}
      <li>
        <Link to="transactions-id">{t('credits.history')}</Link>
      </li>
    </ul>
  )
}
