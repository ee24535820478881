import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import type { Db } from '../http/handler.ts'

/** How much was compared, and what is wrong, one clear line each. */
export interface Proof {
  movements: number
  accounts: number
  problems: string[]
}

/** How far back the job looks every minute, by business time: longer than any transaction takes. */
const RECENT = 15 * 60_000
/** Maximum lines of a proof; further problems are only counted. */
const MOST = 100

/**
 * Compares the books with themselves: the legs of every movement sum to 0 in each unit, and every member's balance is the sum of their legs. With
 * `since` only movements from then on, and all legs of the members in them.
 */
export async function proveBooks(db: Db, since?: Date): Promise<Proof> {
  const movements = since ? sql`(select * from ledger_movements where created_at >= ${since})` : sql`ledger_movements`
  const legs = since
    ? sql`(select * from ledger_legs where member_id in (
        select member_id from ledger_legs join movements on movements.id = movement_id where member_id is not null))`
    : sql`ledger_legs`
  const accounts = since ? sql`(select * from ledger_accounts where member_id in (select member_id from legs))` : sql`ledger_accounts`
  const { rows } = await sql<{ movements: number; accounts: number; problem: string | null }>`
    with movements as materialized (select * from ${movements} found), legs as (select * from ${legs} found),
    sums as (
      select movements.id, unit, sum(amount) as sum
      from movements left join ledger_legs on movement_id = movements.id group by movements.id, unit
    ), owned as (
      select member_id, account, unit, sum(amount) as sum from legs where member_id is not null group by member_id, account, unit
    ), compared as (
      select member_id, account, unit, balance, sum from (select * from ${accounts} found) accounts full join owned using (member_id, account, unit)
    ), problems as (
      select case when unit is null then 'Movement ' || id || ' has no legs.'
        else 'Movement ' || id || ': its legs in ' || unit || ' sum to ' || sum || ', not 0.' end as problem
      from sums where sum is distinct from 0
      union all
      select 'Account ' || account || ' ' || unit || ' of member ' || member_id || ': '
        || coalesce('the balance is ' || balance, 'there is no balance') || ', and its legs sum to ' || coalesce(sum, 0) || '.'
      from compared where balance is null or balance <> coalesce(sum, 0)
    )
    select (select count(*) from movements) as movements, (select count(*) from compared) as accounts, problem
    from (values (1)) one left join (select problem from problems order by problem limit ${MOST}) found on true`.execute(db)
  const [{ movements: moved, accounts: compared }] = rows as [(typeof rows)[0]]
  return { movements: moved, accounts: compared, problems: rows.flatMap(({ problem }) => problem ?? []) }
}

/** Proves what was booked lately and reports what is wrong, every minute until it is corrected or no longer recent. */
export async function watchBooks({ db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>): Promise<number> {
  const { movements, problems } = await proveBooks(db, new Date(now().getTime() - RECENT))
  if (problems.length > 0) log.error({ problems }, 'the books do not balance: npm run books')
  return movements
}
