import { useEffect, useState } from 'react'
import { memberBanners } from '../../shared/rules/banners.ts'
import { useRouter } from '../router/context.ts'
import { useUser } from '../session/use-user.ts'
import { useSite } from '../site/site.tsx'
import { usePush } from '../state/push.ts'
import { mirrorNotice, noticeOf } from './dismissals.ts'
import { useDismissal } from './use-dismissal.ts'

/**
 * Where the offer of notifications is shown, and a function that closes it for good. Only the script can know whether this browser is registered;
 * the cookie says what it found last time, so the offer is in the HTML, above the page. On a device's first page it appears later, so it is shown at the
 * end of the page, where it moves nothing and covers nothing.
 */
export function usePushOffer(): { place: 'top' | 'end' | null; close: () => void } {
  const { notices, tenant } = useSite()
  const user = useUser()
  const { path, match } = useRouter().location
  const push = usePush()
  const id = user?.id ?? ''
  const [closed, close] = useDismissal('hide_push_alert', id)

  const name = noticeOf('push', id)
  const looked = push.subscription !== 'unknown'
  const asked = push.capability && push.subscription === false
  const known = looked ? push : { capability: notices.includes(name), subscription: false }
  useEffect(() => {
    if (id && looked) mirrorNotice(name, asked)
  }, [id, looked, name, asked])

  const shown = user && !closed && !tenant.closed && memberBanners(user, known, match?.route.withoutBanners).includes('push')
  const [page, setPage] = useState({ path, early: known.capability })
  if (page.path !== path) setPage({ path, early: known.capability })
  return { place: !shown ? null : page.early ? 'top' : 'end', close }
}
