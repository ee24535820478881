import { sql } from 'kysely'
import type { StatedMonth } from '../../shared/rules/statements.ts'
import { prepared } from '../db/prepared.ts'
import type { LedgerReason } from '../db/tables/credits.ts'
import type { Db } from '../http/handler.ts'
import { whoMay } from '../members/account-state.ts'

/** Does the member, by row number, want the monthly statement? They do until they switch it off. */
export async function wantsStatement(db: Db, member: number): Promise<boolean> {
  const [row] = await wantedBy(db, { member })
  return row?.statement_wanted ?? true
}

const wantedBy = prepared((db, { member }: { member: number }) =>
  db.selectFrom('spending_mails').select('statement_wanted').where('member_id', '=', member)
)

export async function updateWanted(db: Db, member: number, wanted: boolean): Promise<void> {
  await db
    .insertInto('spending_mails')
    .values({ member_id: member, statement_wanted: wanted })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet({ statement_wanted: wanted }))
    .execute()
}

/** Has this month or a later one been processed for the brand? */
export async function isMonthDone(db: Db, tenant: string, month: string): Promise<boolean> {
  const row = await db.selectFrom('statement_months').select('month').where('tenant', '=', tenant).executeTakeFirst()
  return row !== undefined && row.month >= month
}

/** Marks a brand's month as processed; false if it already is. */
export async function takeMonth(db: Db, tenant: string, month: string): Promise<boolean> {
  const row = await db
    .insertInto('statement_months')
    .values({ tenant, month })
    .onConflict((conflict) => conflict.column('tenant').doUpdateSet({ month }).where('statement_months.month', '<', month))
    .returning('tenant')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Makes statements due for the brand's members who paid, got money back or spent credits in this month. A member who was only given credits has spent
 * nothing. A month that was due before doesn't become due again.
 */
export async function insertDue(db: Db, tenant: string, { month, since, until }: StatedMonth): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into spending_mails as own (member_id, statement_month, statement_due)
    select members.id, ${month}, true from members
    where members.home_tenant = ${tenant} and not members.fictional and ${whoMay('get_news')} and members.id in (
      select legs.member_id from ledger_movements moved join ledger_legs legs on legs.movement_id = moved.id
      where moved.created_at >= ${since} and moved.created_at < ${until} and moved.reason in ('message', 'photo', 'gift')
      union
      select orders.member_id from ledger_movements moved join orders on orders.id = moved.order_id
      where moved.created_at >= ${since} and moved.created_at < ${until}
    )
    on conflict (member_id) do update set statement_month = excluded.statement_month, statement_due = true
    where own.statement_wanted and (own.statement_month is null or own.statement_month < excluded.statement_month)`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Row numbers of members with a statement to mail. */
export async function selectDue(db: Db, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('spending_mails')
    .select('member_id')
    .where('statement_due', '=', true)
    .orderBy('member_id')
    .limit(limit)
    .execute()
  return rows.map(({ member_id: member }) => member)
}

/** Takes the member's due statement and returns its month; undefined if another process has taken it. */
export async function takeDue(db: Db, member: number): Promise<{ month: string; wanted: boolean } | undefined> {
  const row = await db
    .updateTable('spending_mails')
    .set({ statement_due: false })
    .where('member_id', '=', member)
    .where('statement_due', '=', true)
    .returning(['statement_month', 'statement_wanted'])
    .executeTakeFirst()
  return row && { month: row.statement_month!, wanted: row.statement_wanted }
}

/** What a member paid and got back in a month, in minor units, by currency. */
export async function selectMoney(db: Db, member: number, { since, until }: StatedMonth) {
  const { rows } = await sql<{ currency: string; paid: number; refunded: number }>`
    select legs.unit as currency, coalesce(sum(amount) filter (where amount > 0 and reason <> 'chargeback'), 0)::bigint as paid,
      -- What a bank returned is no payment.
      coalesce(-sum(amount) filter (where amount < 0 or reason = 'chargeback'), 0)::bigint as refunded
    from orders
    join ledger_movements moved on moved.order_id = orders.id
    join ledger_legs legs on legs.movement_id = moved.id and legs.account = 'provider'
    where orders.member_id = ${member} and moved.created_at >= ${since} and moved.created_at < ${until}
    group by legs.unit order by legs.unit`.execute(db)
  return rows
}

/** How a member's credits changed in a month, by reason, and what was left at its end. */
export async function selectCredits(db: Db, member: number, { since, until }: StatedMonth) {
  const { rows } = await sql<{ reason: LedgerReason; moved: number; sum: number }>`
    select reason, coalesce(sum(amount) filter (where created_at >= ${since}), 0)::bigint as moved, sum(amount)::bigint as sum
    from ledger_legs join ledger_movements on ledger_movements.id = movement_id
    where member_id = ${member} and account = 'member' and created_at < ${until}
    group by reason`.execute(db)
  const moved = Object.fromEntries(rows.map((row) => [row.reason, row.moved])) as Partial<Record<LedgerReason, number>>
  return { moved, left: rows.reduce((left, row) => left + row.sum, 0) }
}

/**
 * What a member paid in a currency, less what went back, from one time on and in the time before it.
 * @param since the two times, the later one first
 */
export async function paidSince(db: Db, of: { member: number; currency: string }, since: readonly [Date, Date]) {
  const { rows } = await sql<{ recent: number; before: number }>`
    select coalesce(sum(remaining) filter (where paid_at >= ${since[0]}), 0)::bigint as recent,
      coalesce(sum(remaining) filter (where paid_at < ${since[0]}), 0)::bigint as before
    from orders
    where member_id = ${of.member} and currency = ${of.currency} and paid_at >= ${since[1]}`.execute(db)
  return rows[0]!
}

/** Records that the member is mailed about unusual spending; false if they already were since `since`. */
export async function takeUnusual(db: Db, member: number, now: Date, since: Date): Promise<boolean> {
  const row = await db
    .insertInto('spending_mails')
    .values({ member_id: member, unusual_at: now })
    .onConflict((conflict) =>
      conflict
        .column('member_id')
        .doUpdateSet({ unusual_at: now })
        .where((eb) => eb.or([eb('spending_mails.unusual_at', 'is', null), eb('spending_mails.unusual_at', '<=', since)]))
    )
    .returning('member_id')
    .executeTakeFirst()
  return row !== undefined
}
