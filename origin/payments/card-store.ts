import { sql, type Insertable, type Selectable } from 'kysely'
import type { OrdersTables } from '../db/tables/orders.ts'
import type { Db } from '../http/handler.ts'

type StoredCard = Selectable<OrdersTables['stored_cards']>

/** The card that a member has saved on a site; with `provider` only one that this provider knows, so that an order can be paid with it. */
export async function findCard(
  db: Db,
  { member, tenant, provider }: { member: number; tenant: string; provider?: string }
): Promise<StoredCard | undefined> {
  return await db
    .selectFrom('stored_cards')
    .selectAll()
    .where('member_id', '=', member)
    .where('tenant', '=', tenant)
    .where('removed_at', 'is', null)
    .$if(provider !== undefined, (query) => query.where('provider', '=', provider!))
    .executeTakeFirst()
}

export async function insertCard(db: Db, card: Insertable<OrdersTables['stored_cards']>): Promise<void> {
  await db.insertInto('stored_cards').values(card).execute()
}

/** Marks the card as removed: the provider is asked to forget it. True if there was one. */
export async function markRemoved(db: Db, of: { member: number; tenant: string }, now: Date, publicId?: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('stored_cards')
    .set({ removed_at: now })
    .where('member_id', '=', of.member)
    .where('tenant', '=', of.tenant)
    .where('removed_at', 'is', null)
    .$if(publicId !== undefined, (query) => query.where('public_id', '=', publicId!))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Cards that were removed, or whose member is gone, and that the provider may still have; in random order: so those that fail aren't always tried first. */
export async function selectRemovedCards(db: Db): Promise<StoredCard[]> {
  return await db
    .selectFrom('stored_cards')
    .selectAll()
    .where((eb) => eb.or([eb('removed_at', 'is not', null), eb('member_id', 'is', null)]))
    .orderBy(sql`random()`)
    .limit(200)
    .execute()
}

export async function deleteCard(db: Db, id: number): Promise<void> {
  await db.deleteFrom('stored_cards').where('id', '=', id).execute()
}
