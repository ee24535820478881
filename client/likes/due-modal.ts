import type { QueryClient } from '@tanstack/react-query'
import type { PublicSettings } from '../../shared/tenants/public-settings.ts'
import { dayIn } from '../../shared/rules/day.ts'
import { attempt } from '../api/call.ts'
import { queryOf } from '../api/queries.ts'
import { isSessionOver } from '../session/session-end.ts'
import { showLikeModal } from '../state/like-modal.ts'
import { whenFree } from '../feedback/when-free.ts'

type Site = Pick<PublicSettings, 'time_zone' | 'auto_like'>

/** How long after the automatic like the likes are reloaded (docs/requirements.tsv). In ms. */
const RELOAD = 500

/** Storage key: a suggestion was shown in this visit, or a greeting on this day. */
const AUTO_LIKE = 'auto_like'

/**
 * The new-like modal is due: it shows someone who really likes the member and whom they haven't seen, otherwise the one that the server names, if
 * this site has that and it is due (docs/decisions/026); otherwise nothing.
 * @param options.asked an address asked for the modal; without it, new likes are left to their badge
 */
export async function showDueModal(queryClient: QueryClient, site: Site, { asked }: { asked: boolean }): Promise<void> {
  await whenFree()
  if (isSessionOver()) return
  const likes = await queryClient.fetchQuery(queryOf('listLikes')).catch(() => null)
  const newest = likes?.liked_by.find(({ like_new }) => like_new)
  if (newest) {
    if (asked) showLikeModal({ kind: 'like', member: newest, automatic: newest.automatic })
    return
  }
  if (!takeTurn(site)) return
  const answer = await attempt('autoLike').catch(() => false as const)
  if (!answer) return
  setTimeout(() => {
    for (const name of ['listLikes', 'getUser'] as const) void queryClient.fetchQuery({ ...queryOf(name), staleTime: 0 }).catch(() => {})
  }, RELOAD)
  const { kind, profile: member } = answer
  if (member && kind === 'like') showLikeModal({ kind, member, automatic: true })
  else if (member && kind === 'suggestion') showLikeModal({ kind, member })
}

/** May the server be asked now? Never if the brand has it off, once a visit for a suggestion, once a day for a greeting. */
export function mayAsk({ auto_like: mode, time_zone }: Site): boolean {
  if (mode === 'off') return false
  try {
    return mode === 'suggestion' ? sessionStorage.getItem(AUTO_LIKE) === null : localStorage.getItem(AUTO_LIKE) !== today(time_zone)
  } catch {
    // Storage is turned off: then we couldn't stop asking.
    return false
  }
}

function takeTurn(site: Site): boolean {
  if (!mayAsk(site)) return false
  if (site.auto_like === 'suggestion') sessionStorage.setItem(AUTO_LIKE, '1')
  else localStorage.setItem(AUTO_LIKE, today(site.time_zone))
  return true
}

const today = (timeZone: string) => dayIn(timeZone, new Date())
