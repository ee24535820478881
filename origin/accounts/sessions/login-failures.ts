import { sql } from 'kysely'
import { hmac } from '../../../shared/auth/bytes.ts'
import { addressRanges } from '../../../shared/rules/addresses.ts'
import { deleteInBatches } from '../../db/delete-in-batches.ts'
import type { MemberRow } from '../../db/tables/members.ts'
import type { Deps } from '../../deps.ts'
import type { Context, Db } from '../../http/handler.ts'
import { HttpError } from '../../http/http-error.ts'
import { foldKey } from '../names/fold-key.ts'

const MINUTE = 60_000
/** How long a wrong password counts, and how long too many of them block. */
const WINDOW = 15 * MINUTE
/** Wrong passwords for one account. */
const ACCOUNT_MAX = 5
/** Wrong passwords from one connection, across all accounts: a household or an office stays below this. */
const ADDRESS_MAX = 50

/** The keys that one attempt is counted under. They are HMACs, so that the table reveals neither addresses nor what people type. */
export interface FailureKeys {
  account: string
  /** The caller's connection and the IPv6 networks around it, each with the number of connections whose wrong passwords it may have. */
  ranges: readonly { key: string; lines: number }[]
}

/**
 * @param login what was typed, folded: also counted if there is no such account, so that counting reveals nothing. For the same reason a member's
 * name and address count separately: a block shared by both would tell strangers whose address it is.
 */
export async function failureKeys(
  { deps, pool, facts }: Pick<Context<'login'>, 'deps' | 'pool' | 'facts'>,
  login: string
): Promise<FailureKeys> {
  const keyOf = (range: string) => hmac(deps.secrets.app, `login address\n${range}`)
  return {
    account: await hmac(deps.secrets.app, `login account\n${pool}\n${login}`),
    ranges: await Promise.all(addressRanges(facts.ip).map(async ({ range, lines }) => ({ key: await keyOf(range), lines })))
  }
}

/**
 * Throws `login_blocked` with the minutes left while the account or the connection is blocked: even the right password is refused then. `by` says
 * which. If both are, it says the connection: a mailed link doesn't help until that block is over.
 */
export async function refuseBlocked(db: Db, keys: FailureKeys, now: Date): Promise<void> {
  const blocks = await db
    .selectFrom('login_failures')
    .select(['key', 'blocked_until'])
    .where('key', 'in', [keys.account, ...keys.ranges.map(({ key }) => key)])
    .where('blocked_until', '>', now)
    .execute()
  if (blocks.length === 0) return
  const until = Math.max(...blocks.map((block) => block.blocked_until!.getTime()))
  const by = blocks.every(({ key }) => key === keys.account) ? 'account' : 'connection'
  throw new HttpError('login_blocked', { params: { minutes: Math.ceil((until - now.getTime()) / MINUTE), by } })
}

/**
 * The same, and serializes the attempts on one account until the end of the transaction. The member's row must be locked before: a password reset
 * holds that lock when it clears these counts.
 */
export async function guardAttempt(db: Db, keys: FailureKeys, now: Date): Promise<void> {
  await db
    .insertInto('login_failures')
    .values({ key: keys.account, failures: 0, first_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db.selectFrom('login_failures').select('key').where('key', '=', keys.account).forUpdate().executeTakeFirst()
  await refuseBlocked(db, keys, now)
}

/** Counts a wrong password; returns whether it is the one that blocks the account. Must be committed, although the answer is an HttpError. */
export async function countFailure(db: Db, keys: FailureKeys, now: Date): Promise<boolean> {
  const failures = await count(db, keys.account, ACCOUNT_MAX, now)
  for (const { key, lines } of keys.ranges) await count(db, key, ADDRESS_MAX * lines, now)
  return failures === ACCOUNT_MAX
}

/** After the right password: deletes the failures counted for the account. */
export async function deleteFailures(db: Db, keys: FailureKeys): Promise<void> {
  await db.deleteFrom('login_failures').where('key', '=', keys.account).execute()
}

/** Deletes the failures counted for a member's account, whether under name or address. */
export async function deleteMemberFailures(
  context: Pick<Context<'login'>, 'db' | 'deps' | 'pool' | 'facts'>,
  member: Pick<MemberRow, 'email' | 'name_key'>
): Promise<void> {
  for (const login of [foldKey(member.email), member.name_key]) await deleteFailures(context.db, await failureKeys(context, login))
}

/** Deletes counters that have expired; returns how many. */
export async function purgeExpiredFailures(deps: Pick<Deps, 'db' | 'now'>): Promise<number> {
  const now = deps.now()
  const start = new Date(now.getTime() - WINDOW)
  return await deleteInBatches(deps.db, 'login_failures', sql`first_at < ${start} and (blocked_until is null or blocked_until <= ${now})`)
}

/** The failures that still count. */
async function count(db: Db, key: string, most: number, now: Date): Promise<number> {
  const start = new Date(now.getTime() - WINDOW)
  const until = new Date(now.getTime() + WINDOW)
  const { rows } = await sql<{ failures: number }>`
    insert into login_failures as known (key, failures, first_at) values (${key}, 1, ${now})
    on conflict (key) do update set
      failures = case when known.first_at > ${start} or known.blocked_until > ${now} then known.failures + 1 else 1 end,
      first_at = case when known.first_at > ${start} or known.blocked_until > ${now} then known.first_at else ${now} end,
      blocked_until = case
        -- An attempt that was under way when the block came does not lift it.
        when known.blocked_until > ${now} then known.blocked_until
        when known.first_at > ${start} and known.failures + 1 >= ${most} then ${until}::timestamptz
      end
    returning failures`.execute(db)
  return rows[0]?.failures ?? 0
}
