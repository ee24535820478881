import type { UnitOfWork } from '../../db/unit-of-work.ts'
import { announce } from '../../events/announce.ts'
import { lockMembers } from '../../members/lock-members.ts'
import { settleMainPhoto } from '../../photos/store.ts'

/**
 * Grants or revokes premium. No photo is deleted: only the owner sees those beyond the limit of free members, until premium comes back. What the
 * member sees of others changes too, so their pages are refetched.
 * @param member row number
 */
export async function setPremium(unit: UnitOfWork, member: number, paid: boolean): Promise<void> {
  await lockMembers(unit.db, [member])
  await unit.db.updateTable('members').set({ paid_user: paid }).where('id', '=', member).execute()
  await settleMainPhoto(unit.db, member)
  await announce(unit, [{ to: member, type: 'premium_changed', data: {} }])
}
