import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { insertEvents } from '../events/store.ts'
import { inTransaction } from '../http/transaction.ts'
import { lockMembers } from '../members/lock-members.ts'
import { markRefused, selectForModeration, settleMainPhoto, updateStatus } from './store.ts'

/**
 * A moderator's word on a photo, also when they change their mind: `active` shows it to others, `rejected` hides it and
 * lets nobody show the same picture again without being looked at.
 * @returns the row number of the member, whose streams are to be woken; null where there is no such photo
 */
export async function moderatePhoto(
  db: Kysely<Tables>,
  { photo, status, now }: { photo: string; status: 'active' | 'rejected'; now: Date }
): Promise<number | null> {
  return await inTransaction(db, async (trx) => {
    const found = await selectForModeration(trx, photo)
    if (!found) return null
    await lockMembers(trx, [found.member_id])
    await updateStatus(trx, photo, status)
    if (found.dhash !== null) await markRefused(trx, { pool: found.pool, dhash: found.dhash }, status === 'rejected', now)
    await settleMainPhoto(trx, found.member_id)
    const event = { member: found.member_id, type: 'changed', data: JSON.stringify({ what: ['user', 'photos'] }) }
    await insertEvents(trx, [event], now)
    return found.member_id
  })
}
