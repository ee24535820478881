import type { User } from '../../shared/api/user.ts'
import { useMoney } from '../shop/use-money.ts'
import { useSite, useT } from '../site/site.tsx'
import { useTimeZone } from '../site/use-time-zone.ts'
import { Banner } from '../ui/banner.tsx'
import { LinkButton } from '../ui/button.tsx'
import { useLink } from '../router/link.tsx'

/** The welcome code of a new member, which leads to the credits. */
export function Welcome({ offer: { percentage, minimum, currency, ends_at: end } }: { offer: NonNullable<User['welcome']> }) {
  const t = useT()
  const money = useMoney()
  const credits = useLink('credits')
  const { translator } = useSite()
  const timeZone = useTimeZone()
  const date = translator.intl.formatDate(end, {
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
    // Before the page is hydrated, the hour is the brand's.
    timeZoneName: 'short',
    timeZone
  })
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
      {t('discount.welcome', { percentage, minimum: money(minimum, currency), date })}
    </Banner>
  )
}
