import type { UnitOfWork } from '../db/unit-of-work.ts'
import { announce } from '../events/announce.ts'
import { lockMembers } from '../members/lock-members.ts'
import { forgetRefused, markRefused } from './refused-pictures.ts'
import { selectForModeration, settleMainPhoto, updateStatus } from './store.ts'

/**
 * A moderator's decision on a photo, also when they change their mind: `active` shows it to others, `rejected` hides it, and the same picture can't
 * be shown again without a review.
 * @returns false if there is no such photo
 */
export async function moderatePhoto(unit: UnitOfWork, photo: string, status: 'active' | 'rejected'): Promise<boolean> {
  const { db, deps, now } = unit
  const found = await selectForModeration(db, photo)
  if (!found) return false
  await lockMembers(db, [found.member_id])
  await updateStatus(db, photo, status)
  if (found.dhash !== null) {
    const looks = { pool: found.pool, dhash: found.dhash }
    await (status === 'rejected' ? markRefused(deps, db, looks, now) : forgetRefused(deps, db, looks))
  }
  await settleMainPhoto(db, found.member_id)
  await announce(unit, [{ to: found.member_id, type: 'photos_changed', data: {} }])
  return true
}
