import type { User } from '../../shared/api/user.ts'
import { memberBanners } from '../../shared/rules/banners.ts'
import { useUser } from '../session/use-user.ts'
import { usePush } from '../state/push.ts'
import { useRouter } from '../router/context.ts'
import { ActivationBanner } from './activation-banner.tsx'
import { NotificationsBanner } from './notifications-banner.tsx'
import { PhotoBanner } from './photo-banner.tsx'
import { useDismissal } from './use-dismissal.ts'

/** What the logged-in member should know, above the page (docs/requirements.tsv). */
export function Banners() {
  const user = useUser()
  return user && <MemberBanners user={user} />
}

function MemberBanners({ user }: { user: User }) {
  const { location } = useRouter()
  const push = usePush()
  const [photoClosed, closePhoto] = useDismissal('hide_enrich_alert', user.id)
  const [notificationsClosed, closeNotifications] = useDismissal('hide_disabled_notifications_alert', user.id)
  return memberBanners(user, push, location.match?.route.withoutBanners).map((name) => {
    if (name === 'activation') return <ActivationBanner key={name} user={user} />
    if (name === 'notifications') return !notificationsClosed && <NotificationsBanner key={name} user={user} onClose={closeNotifications} />
    // The layout has a separate place for this banner (use-push-offer.ts).
    if (name === 'push') return null
    return !photoClosed && <PhotoBanner key={name} onClose={closePhoto} />
  })
}
