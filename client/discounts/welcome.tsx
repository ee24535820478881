import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../api/queries.ts'
import { useMoney } from '../shop/use-money.ts'
import { useSite, useT } from '../site/site.tsx'
import { Banner } from '../ui/banner.tsx'
import { LinkButton } from '../ui/button.tsx'
import { useCredits } from './use-credits.ts'

/** The welcome code of a new member, which leads to the credits. If it can't be loaded, there is none (SPEC §7). */
export function Welcome() {
  const t = useT()
  const money = useMoney()
  const credits = useCredits()
  const { tenant, translator } = useSite()
  const discount = useQuery({ ...queryOf('getWelcomeCode', { welcome: 'true' }), throwOnError: false }).data?.discount
  if (!discount?.expires) return null
  const { value_percentage: percentage, minimum_order_value: minimum, currency, expires } = discount
  const date = translator.intl.formatDate(expires, { day: 'numeric', month: 'long', timeZone: tenant.time_zone })
  return (
    <Banner
      tone="brand"
      data-testid="banner-welcome"
      action={
        <LinkButton variant="secondary" small {...credits}>
          {t('discount.see')}
        </LinkButton>
      }
    >
      {t('discount.welcome', { percentage, minimum: money(minimum, currency ?? 'EUR'), date })}
    </Banner>
  )
}
