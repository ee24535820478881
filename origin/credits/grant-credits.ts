import { sql } from 'kysely'
import type { Db } from '../http/handler.ts'

/** Credits given to a member. */
export interface Grant {
  member: number
  /** Whole credits, 0 or more. */
  credits: number
  /**
   * Name of the movement: granted only once under this name, however often it is tried. It outlives the member, so it contains their row number,
   * never a public id.
   */
  movement: string
  reason: string
  now: Date
}

/**
 * Moves credits from the house to the member: two ledger entries that sum to 0, and the balance. Repeating a movement changes nothing.
 */
export async function grantCredits(db: Db, { member, credits, movement, reason, now }: Grant): Promise<void> {
  const common = { movement, member_id: member, reason, created_at: now }
  if (credits > 0) {
    const made = await db
      .insertInto('ledger_entries')
      .values([
        { ...common, account: 'member', credits },
        { ...common, account: 'house', credits: -credits }
      ])
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
    if (made.length === 0) return
  }
  await sql`
    insert into balances as own (member_id, credits) values (${member}, ${credits})
    on conflict (member_id) do update set credits = own.credits + excluded.credits`.execute(db)
}
