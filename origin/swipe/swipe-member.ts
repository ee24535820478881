import { SWIPE_LIKES, swipeAllowance, swipeDay, type SwipeDay } from '../../shared/rules/swipe.ts'
import { homeOf } from '../accounts/account-mails.ts'
import type { UnitOfWork } from '../db/unit-of-work.ts'
import { HttpError } from '../http/http-error.ts'
import { likeMember } from '../likes/like-member.ts'
import { selectLike } from '../likes/store.ts'
import type { MemberScope } from '../members/viewer-scope.ts'
import { findVisibleMember, lockVisibleMember } from '../members/visible-member.ts'
import { countSwipeLike, deletePass, insertPass, selectSwipeDay } from './store.ts'

/** How many likes the viewer has left. Days are those of the site where they signed up, whichever sister site they play on. */
export function allowanceOf(scope: MemberScope, last: SwipeDay | null): { likes_left: number; next_likes_at: string; now: string } {
  const { left, next } = swipeAllowance(zoneOf(scope), scope.now, last)
  return { likes_left: left, next_likes_at: next.toISOString(), now: scope.now.toISOString() }
}

function zoneOf(scope: MemberScope): string {
  return homeOf(scope, scope.viewer).settings.time_zone
}

/**
 * Likes a member in the game; a like that is there already is not counted again. Throws `limit_reached` once the day's likes are given. Locking both
 * members makes the viewer's likes wait for each other.
 * @returns whether both like each other now
 */
export async function likeInGame(context: MemberScope & UnitOfWork, publicId: string): Promise<boolean> {
  const { db, viewer } = context
  const { id } = await lockVisibleMember(context, publicId)
  if (!(await selectLike(db, viewer.id, id))) await takeLike(context)
  await deletePass(db, viewer.id, id)
  return await likeMember(context, publicId)
}

/** Uses up one of the day's likes. */
async function takeLike(scope: MemberScope): Promise<void> {
  const { db, viewer, now } = scope
  const zone = zoneOf(scope)
  const last = await selectSwipeDay(db, viewer.id)
  if (await countSwipeLike(db, viewer.id, swipeDay(zone, now, last))) return
  const { next } = swipeAllowance(zone, now, last)
  throw new HttpError('limit_reached', {
    params: { limit: SWIPE_LIKES },
    retryAfter: Math.ceil((next.getTime() - now.getTime()) / 1000)
  })
}

/** Passes a member, so that the game doesn't show them again. Someone whom the viewer likes stays liked. Returns the state that now holds. */
export async function passMember(context: MemberScope & UnitOfWork, publicId: string): Promise<'like' | 'pass'> {
  const { db, viewer, now } = context
  const { id } = await lockVisibleMember(context, publicId)
  if (await selectLike(db, viewer.id, id)) return 'like'
  await insertPass(db, viewer.id, id, now)
  return 'pass'
}

/** Takes a pass back; a like stays. Returns the state that now holds. */
export async function undoPass(context: MemberScope & UnitOfWork, publicId: string): Promise<'like' | null> {
  const { db, viewer } = context
  const { id } = await findVisibleMember(context, publicId)
  await deletePass(db, viewer.id, id)
  return (await selectLike(db, viewer.id, id)) ? 'like' : null
}
