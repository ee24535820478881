import type { UnitOfWork } from '../db/unit-of-work.ts'
import { announce } from '../events/announce.ts'
import type { Db } from '../http/handler.ts'
import { lockWithContacts, tellContacts } from '../members/contacts.ts'
import { lockMembers } from '../members/lock-members.ts'
import { forgetRefused, markRefused } from './refused-pictures.ts'
import { selectForModeration, settleMainPhoto, updateStatus } from './store.ts'

type Decided = 'active' | 'rejected'

/** Locks those whom a decision on a member's photo concerns; returns those who may have it on an open page. */
export async function lockForPhoto(db: Db, member: number, status: Decided): Promise<number[]> {
  if (status === 'rejected') return await lockWithContacts(db, member)
  await lockMembers(db, [member])
  return []
}

/**
 * A moderator's decision on a photo, also when they change their mind: `active` shows it to others, `rejected` hides it, also from pages that are
 * open, and the same picture can't be shown again without a review. Call it before anything that locks the member, or call `lockForPhoto` first.
 * @returns false if there is no such photo
 */
export async function moderatePhoto(unit: UnitOfWork, photo: string, status: Decided): Promise<boolean> {
  const { db, deps, now } = unit
  const found = await selectForModeration(db, photo)
  if (!found) return false
  const contacts = await lockForPhoto(db, found.member_id, status)
  await updateStatus(db, photo, status)
  if (found.dhash !== null) {
    const looks = { pool: found.pool, dhash: found.dhash }
    await (status === 'rejected' ? markRefused(deps, db, looks, now) : forgetRefused(deps, db, looks))
  }
  await settleMainPhoto(db, found.member_id)
  await announce(unit, [{ to: found.member_id, type: 'photos_changed', data: {} }])
  if (found.status === 'active') await tellContacts(unit, contacts)
  return true
}
