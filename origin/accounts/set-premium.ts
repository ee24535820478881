import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { insertEvents } from '../events/store.ts'
import { inTransaction } from '../http/transaction.ts'
import { lockMembers } from '../members/lock-members.ts'
import { settleMainPhoto } from '../photos/store.ts'

/**
 * Gives or takes premium. No photo is deleted: those beyond the limit of free members stay their owner's alone, and come back
 * with premium. What the member sees of others changes too, so their pages are asked anew.
 * @param member row number; their streams are to be woken after
 */
export async function setPremium(db: Kysely<Tables>, { member, paid, now }: { member: number; paid: boolean; now: Date }): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockMembers(trx, [member])
    await trx.updateTable('members').set({ paid_user: paid }).where('id', '=', member).execute()
    await settleMainPhoto(trx, member)
    await insertEvents(trx, [{ member, type: 'changed', data: JSON.stringify({ what: ['user', 'photos', 'members'] }) }], now)
  })
}
