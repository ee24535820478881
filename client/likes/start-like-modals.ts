import type { QueryClient } from '@tanstack/react-query'
import { isNewcomer } from '../../shared/rules/newcomers.ts'
import type { Bootstrap } from '../site/site.tsx'
import { queryOf } from '../api/queries.ts'
import { onSessionOver } from '../session/session-end.ts'
import { whenUser } from '../session/when-user.ts'
import { showMatch } from '../state/like-modal.ts'
import { mayAsk, showDueModal } from './due-modal.ts'
import { whenFree } from '../feedback/when-free.ts'

/** How long a newcomer looks around before someone is shown to them. In ms. */
const SETTLED = 180_000

/** Newcomers of a brand that has automatic likes or suggestions are shown someone, at most once a day or visit. */
export function startAutoLike(queryClient: QueryClient, { tenant, now }: Pick<Bootstrap, 'tenant' | 'now'>): void {
  if (!mayAsk(tenant)) return
  whenUser(queryClient, (user) => {
    if (!isNewcomer(new Date(user.signup_date), new Date(now))) return
    const timer = setTimeout(() => void showDueModal(queryClient, tenant, { asked: false }), SETTLED)
    onSessionOver(() => clearTimeout(timer))
  })
}

/**
 * Someone whom the member likes has just liked them back: shows it at the next moment when it doesn't disturb, if they still do. A page in the
 * background doesn't repeat what another one has shown meanwhile; on a visible page, the profile below may already have marked the like as seen.
 */
export async function showLiveMatch(queryClient: QueryClient, id: string): Promise<void> {
  const isVisible = document.visibilityState === 'visible'
  await whenFree()
  const answer = await queryClient.fetchQuery({ ...queryOf('getLike', { id }), staleTime: 0 }).catch(() => null)
  if (answer?.member.match && (isVisible || answer.member.like_new)) showMatch(answer.member)
}
