import { sql } from 'kysely'
import type { Db } from '../http/handler.ts'
import { creditsOf } from './book.ts'

/**
 * How many credits of each order a member still has, by its row number. Free credits count as used first, then the oldest that were paid for: so what
 * is left belongs to the newest orders.
 */
export async function unusedCredits(db: Db, member: number): Promise<Map<number, number>> {
  const { rows } = await sql<{ order: number; credits: number }>`
    select order_id as "order", sum(amount)::bigint as credits
    from ledger_legs join ledger_movements on ledger_movements.id = movement_id
    where member_id = ${member} and account = 'member' and order_id is not null
    group by order_id having sum(amount) > 0 order by min(movement_id) desc`.execute(db)
  let left = await creditsOf(db, member)
  return new Map(
    rows.map(({ order, credits }) => {
      const unused = Math.min(left, credits)
      left -= unused
      return [order, unused]
    })
  )
}

/** How many credits of one order its member still has. */
export async function unusedCreditsOf(db: Db, { id, member_id: member }: { id: number; member_id: number }): Promise<number> {
  return (await unusedCredits(db, member)).get(id) ?? 0
}
