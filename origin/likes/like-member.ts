import type { UnitOfWork } from '../db/unit-of-work.ts'
import { eventRow, wakeFor } from '../events/announce.ts'
import { notFound } from '../http/http-error.ts'
import type { MemberScope } from '../members/viewer-scope.ts'
import { deleteLike, insertLike } from './store.ts'

/**
 * Likes a member; doing it again changes nothing. A like that was taken back within the last day returns as it was, and is not news. It takes one
 * round trip, which outside a transaction forms its own. `not_found` for a fictional profile, which never likes. Returns whether both like each other
 * now.
 */
export async function likeMember(context: MemberScope & UnitOfWork, publicId: string): Promise<boolean> {
  const { viewer } = context
  if (viewer.fictional) throw notFound()
  const data = { profile_id: viewer.public_id }
  const own = { profile_id: publicId, liked: true }
  const liking = await insertLike(context, publicId, [
    { match: false, known: false, event: eventRow({ to: null, type: 'like', data }, viewer) },
    { match: true, known: false, event: eventRow({ to: null, type: 'match', data }, viewer) },
    ...[false, true].flatMap((match) => [
      { match, known: true, event: eventRow({ to: null, type: 'likes_changed', data: { ...data, match } }, viewer) },
      { match, known: null, event: eventRow({ to: viewer.id, type: 'likes_changed', data: { ...own, match } }, viewer) }
    ])
  ])
  return wake(context, liking).match
}

/** Removes a like; if there is none, nothing changes. */
export async function unlikeMember(context: MemberScope & UnitOfWork, publicId: string): Promise<void> {
  const { viewer } = context
  const data = { profile_id: viewer.public_id, match: false }
  const own = { profile_id: publicId, liked: false, match: false }
  const liking = await deleteLike(context, publicId, [
    { match: null, known: null, event: eventRow({ to: null, type: 'likes_changed', data }, viewer) },
    { match: null, known: null, event: eventRow({ to: viewer.id, type: 'likes_changed', data: own }, viewer) }
  ])
  wake(context, liking)
}

type Liking = Awaited<ReturnType<typeof insertLike>>

/** Throws `not_found` if the viewer may not see the member. */
function wake(context: MemberScope & UnitOfWork, liking: Liking): NonNullable<Liking> {
  if (!liking) throw notFound()
  if (liking.changed) context.afterCommit(() => wakeFor(context, [liking.member, context.viewer.id], liking))
  return liking
}
