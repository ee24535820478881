import type { Db } from '../http/handler.ts'

/**
 * Detaches a member's saved cards and mandates from the account, on every site: the person who has the account now may not have saved them. Debits
 * under way are still collected, and the providers delete what they stored, as they do for an erased member. No page that is open keeps a card either.
 * @param member row number
 */
export async function detachSavedMethods(db: Db, member: number): Promise<void> {
  await db.updateTable('stored_cards').set({ member_id: null }).where('member_id', '=', member).execute()
  await db.updateTable('debit_mandates').set({ member_id: null }).where('member_id', '=', member).execute()
  await db.updateTable('orders').set({ save_card: false }).where('member_id', '=', member).where('settled_at', 'is', null).execute()
}
