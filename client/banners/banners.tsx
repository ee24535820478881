import { useSyncExternalStore } from 'react'
import type { User } from '../../shared/api/user.ts'
import { memberBanners } from '../../shared/rules/banners.ts'
import { useMember } from '../session/use-member.ts'
import { usePush } from '../state/push.ts'
import { useRouter } from '../router/context.ts'
import { ActivationBanner } from './activation-banner.tsx'
import { dismiss, isDismissed, onDismissed } from './dismissals.ts'
import { NotificationsBanner } from './notifications-banner.tsx'
import { PhotoBanner } from './photo-banner.tsx'
import { PushBanner } from './push-banner.tsx'

/** What the logged-in member should know, above the page (SPEC §4). */
/** The 404 page has no route. */
const EVERYWHERE = { withoutBanners: [] }

export function Banners() {
  const { user } = useMember()
  return user && <MemberBanners user={user} />
}

function MemberBanners({ user }: { user: User }) {
  const { location } = useRouter()
  const push = usePush()
  const [photoClosed, closePhoto] = useDismissal('hide_enrich_alert', user.id)
  const [notificationsClosed, closeNotifications] = useDismissal('hide_disabled_notifications_alert', user.id)
  const [pushClosed, closePush] = useDismissal('hide_push_alert', user.id)
  return memberBanners(user, push, location.match?.route ?? EVERYWHERE).map((name) => {
    if (name === 'activation') return <ActivationBanner key={name} user={user} />
    if (name === 'notifications') return !notificationsClosed && <NotificationsBanner key={name} user={user} onClose={closeNotifications} />
    if (name === 'push') return !pushClosed && <PushBanner key={name} subscribe={push.subscribe} onClose={closePush} />
    return !photoClosed && <PhotoBanner key={name} onClose={closePhoto} />
  })
}

/**
 * Whether the member has closed it, and a function that closes it for good. The server can't know: there it counts as closed, so that no closed
 * banner flashes up.
 */
function useDismissal(what: Parameters<typeof dismiss>[0], member: string): [boolean, () => void] {
  const closed = useSyncExternalStore(
    onDismissed,
    () => isDismissed(what, member),
    () => true
  )
  const close = () => {
    // The focus was on the close button, which is gone now.
    document.getElementById('content')?.focus({ preventScroll: true })
    dismiss(what, member)
  }
  return [closed, close]
}
