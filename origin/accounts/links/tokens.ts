import { accountMay, type AccountStatus } from '../../../shared/rules/account-state.ts'
import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { MailedKind } from '../../../shared/rules/news.ts'
import type { TokenPurpose, TokenState } from '../../../shared/api/links.ts'
import { ACTIVATION_PREFIX } from '../../../shared/rules/activation-prefix.ts'
import { REACTIVATION_DAYS } from '../../../shared/rules/reactivation.ts'
import { KEPT_DAYS } from '../../../shared/rules/retention.ts'
import { deleteInBatches } from '../../db/delete-in-batches.ts'
import type { Deps } from '../../deps.ts'
import type { Context, Db } from '../../http/handler.ts'
import { lockMembers } from '../../members/lock-members.ts'

const HOUR = 3600 * 1000
const DAY = 24 * HOUR

/** How long the link of a mail works, in ms. */
const LIFE: Record<TokenPurpose, number> = {
  activate: 7 * DAY,
  reset_password: HOUR,
  change_mail: DAY,
  unlock: DAY,
  unsubscribe: KEPT_DAYS.link * DAY,
  reactivate: REACTIVATION_DAYS * DAY
}
/** An old link says so for this much longer; then nobody knows it any more. In ms. */
const KNOWN = KEPT_DAYS.ended_link * DAY

/**
 * A link that was just used to activate works on for so long: its answer may have been lost on the way, and a reader who presses
 * again would read that the link has expired. In ms.
 */
const GRACE = 5 * 60_000

/** Over from its beginning: also for a request that came before the link was ended and got its turn afterwards. */
const ENDED = { expires_at: sql<Date>`created_at` }

/** Which token, where: one of another tenant is nothing here. */
type Where = Pick<Context<'useToken'>, 'db' | 'tenant' | 'now'>

/** A link of a mail as it is known. */
export interface Token {
  member: number
  purpose: TokenPurpose
  /** The address it will make the member's. */
  email: string | null
  /** What a link to unsubscribe ends; null: all of it. */
  kind: MailedKind | null
  state: TokenState
  /** It has been used, if only a moment ago. */
  used: boolean
}

/** A new one-time token, 256 random bits, 43 url-safe characters and what begins it; only its hash is kept. `email`: an address to be made the member's; `kind`: what it unsubscribes from. */
export async function newToken(
  { db, tenant, now }: Where,
  { member, purpose, email = null, kind = null }: { member: number; purpose: TokenPurpose; email?: string | null; kind?: MailedKind | null }
): Promise<string> {
  const token = (purpose === 'activate' ? ACTIVATION_PREFIX : '') + randomBytes(32).toString('base64url')
  await db
    .insertInto('tokens')
    .values({
      token_hash: hashOf(token),
      member_id: member,
      tenant: tenant.settings.id,
      purpose,
      email,
      kind,
      created_at: now,
      expires_at: new Date(now.getTime() + LIFE[purpose])
    })
    .execute()
  return token
}

/** Looks at a token without using it; null for one that nobody gave, also on another site. */
export async function findToken({ db, tenant, now }: Where, token: string): Promise<Token | null> {
  const row = await db
    .selectFrom('tokens')
    .innerJoin('members', 'members.id', 'tokens.member_id')
    .select(['tokens.member_id', 'tokens.purpose', 'tokens.email', 'tokens.kind', 'tokens.used_at', 'tokens.expires_at', 'members.status'])
    .where('tokens.token_hash', '=', hashOf(token))
    .where('tokens.tenant', '=', tenant.settings.id)
    .executeTakeFirst()
  if (!row) return null
  return {
    member: row.member_id,
    purpose: row.purpose,
    email: row.email,
    kind: row.kind,
    state: stateOf(row, now),
    used: row.used_at !== null
  }
}

function stateOf(row: { purpose: TokenPurpose; used_at: Date | null; expires_at: Date; status: AccountStatus }, now: Date): TokenState {
  const good = accountMay(row.status, row.purpose === 'reactivate' ? 'return' : 'use')
  if (row.expires_at <= now || !good) return 'expired'
  return row.used_at === null || row.used_at > againSince(row.purpose, now) ? 'open' : 'used'
}

/** Used after this a link of the purpose may be used again. */
function againSince(purpose: TokenPurpose, now: Date): Date {
  return new Date(now.getTime() - (purpose === 'activate' ? GRACE : 0))
}

/** Uses a token of this purpose and ends the member's others of the same purpose and kind; null when it is no good (any more). */
export async function spendToken(where: Where, token: string, purpose: TokenPurpose): Promise<Token | null> {
  const { db, now } = where
  const found = await findToken(where, token)
  if (found?.state !== 'open' || found.purpose !== purpose) return null
  await lockMembers(db, [found.member])
  // It, or another one of the member's, may have been used while we waited.
  const spent = await db
    .updateTable('tokens')
    .set((eb) => ({ used_at: eb.fn.coalesce('used_at', eb.val(now)) }))
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', now)
    .where((eb) => eb.or([eb('used_at', 'is', null), eb('used_at', '>', againSince(purpose, now))]))
    .returning('token_hash')
    .executeTakeFirst()
  if (!spent) return null
  await db
    .updateTable('tokens')
    .set(ENDED)
    .where('member_id', '=', found.member)
    .where('purpose', '=', purpose)
    .where('kind', 'is not distinct from', found.kind)
    .where('used_at', 'is', null)
    .execute()
  return found
}

/** Ends every link of a member that could open or change the account, but for the token `except`. */
export async function endTokens({ db, now }: Pick<Where, 'db' | 'now'>, member: number, except?: string): Promise<void> {
  await db
    .updateTable('tokens')
    .set(ENDED)
    .where('member_id', '=', member)
    .where('purpose', '<>', 'unsubscribe')
    .where('expires_at', '>', now)
    .$if(except !== undefined, (query) => query.where('token_hash', '<>', hashOf(except!)))
    .execute()
}

/** Addresses other than their own that a member's links were mailed to. */
export async function mailedAddresses(db: Db, member: number): Promise<string[]> {
  const rows = await db.selectFrom('tokens').select('email').where('member_id', '=', member).where('email', 'is not', null).execute()
  return rows.flatMap((row) => (row.email === null ? [] : [row.email]))
}

/** How many activation mails the member asked for since `since`; the one of the sign-up does not count. */
export async function countResent(db: Db, member: { id: number; signup_date: Date }, since: Date): Promise<number> {
  const row = await db
    .selectFrom('tokens')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('member_id', '=', member.id)
    .where('purpose', '=', 'activate')
    .where('created_at', '>', since)
    .where('created_at', '>', member.signup_date)
    .executeTakeFirstOrThrow()
  return row.count
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Removes tokens that are long over; returns how many. */
export async function purgeExpiredTokens(deps: Pick<Deps, 'db' | 'now'>): Promise<number> {
  const before = new Date(deps.now().getTime() - KNOWN)
  return await deleteInBatches(deps.db, 'tokens', sql`expires_at <= ${before}`)
}
