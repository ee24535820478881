import type { Db } from '../http/handler.ts'

/**
 * Takes the saved cards and mandates of a member, by row number, off their account on every site: whoever has it now may not be who saved them. What
 * is on its way is still collected, and the providers forget them, as when a member is gone.
 */
export async function forgetWaysToPay(db: Db, member: number): Promise<void> {
  await db.updateTable('stored_cards').set({ member_id: null }).where('member_id', '=', member).execute()
  await db.updateTable('debit_mandates').set({ member_id: null }).where('member_id', '=', member).execute()
}
