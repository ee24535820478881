import type { User } from '../../shared/api/user.ts'
import { useT } from '../site/site.tsx'
import { useLink } from '../router/link.tsx'
import { Banner } from '../ui/banner.tsx'
import { LinkButton } from '../ui/button.tsx'

/** Says why the member gets no mails, and links to where they can turn them on. */
export function NotificationsBanner({ user, onClose }: { user: User; onClose: () => void }) {
  const t = useT()
  const settings = useLink('notifications')
  return (
    <Banner
      tone="warning"
      icon="bell"
      data-testid="banner-notifications"
      onClose={onClose}
      closeLabel={t('form.close')}
      action={
        <LinkButton variant="secondary" small {...settings}>
          {t('banner.disabled_settings')}
        </LinkButton>
      }
    >
      {user.notifications_disabled.map((reason) => t(`banner.disabled_${reason}`, { email: user.email })).join(' ')}
    </Banner>
  )
}
