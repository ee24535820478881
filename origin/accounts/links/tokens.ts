import { accountMay, type AccountStatus, type Permission } from '../../../shared/rules/account-state.ts'
import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { EndedMail } from '../../../shared/rules/news.ts'
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
/** When a link that is mailed at `now` ends. */
export const linkEnds = (purpose: TokenPurpose, now: Date) => new Date(now.getTime() + LIFE[purpose])

/** For this much longer, an expired link is recognized as expired; after that it is unknown. In ms. */
const KNOWN = KEPT_DAYS.ended_link * DAY

/**
 * How much longer a link works once it has been used, in ms. Activation: the answer may have been lost, and a reader who clicks again would be told
 * that the link has expired. Unsubscribe links aren't single-use: a member may have subscribed again since.
 */
const AGAIN: Partial<Record<TokenPurpose, number>> = { activate: 5 * 60_000, unsubscribe: LIFE.unsubscribe }

/** What the account's state must allow for a link to work. Unsubscribing always works: after a suspension, mails would start again. */
const NEEDS: Record<TokenPurpose, Permission | null> = {
  activate: 'use',
  reset_password: 'use',
  change_mail: 'use',
  unlock: 'use',
  unsubscribe: null,
  reactivate: 'return'
}

/** Expired from its creation on: also for a request that came in before the link ended but runs afterwards. */
const ENDED = { expires_at: sql<Date>`created_at` }

/** Where a token is valid: one of another tenant is unknown here. */
type Where = Pick<Context<'useToken'>, 'db' | 'tenant' | 'now'>

/** What is known about a mailed link. */
export interface Token {
  member: number
  purpose: TokenPurpose
  /** The address it will make the member's. */
  email: string | null
  /** What an unsubscribe link ends; null: all kinds of news. */
  kind: EndedMail | null
  state: TokenState
  /** It has been used, even if only a moment ago. */
  used: boolean
}

/**
 * A new token, 256 random bits: a prefix and 43 url-safe characters; only its hash is stored. `email`: an address to be made the member's;
 * `kind`: what it unsubscribes from.
 */
export async function newToken(
  { db, tenant, now }: Where,
  { member, purpose, email = null, kind = null }: { member: number; purpose: TokenPurpose; email?: string | null; kind?: EndedMail | null }
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
      expires_at: linkEnds(purpose, now)
    })
    .execute()
  return token
}

/** Looks up a token without using it; null for one that doesn't exist or belongs to another site. */
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
  const needed = NEEDS[row.purpose]
  if (row.expires_at <= now || (needed && !accountMay(row.status, needed))) return 'expired'
  return row.used_at === null || row.used_at > againSince(row.purpose, now) ? 'open' : 'used'
}

/** A link of this purpose that was used after this time may be used again. */
function againSince(purpose: TokenPurpose, now: Date): Date {
  return new Date(now.getTime() - (AGAIN[purpose] ?? 0))
}

/** Uses a one-time token of this purpose and ends the member's other ones; null when it is invalid or no longer valid. */
export async function spendToken(where: Where, token: string, purpose: Exclude<TokenPurpose, 'unsubscribe'>): Promise<Token | null> {
  const { db, now } = where
  const found = await findToken(where, token)
  if (found?.state !== 'open' || found.purpose !== purpose) return null
  await lockMembers(db, [found.member])
  // This token, or another one of the member, may have been used while we waited.
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
    .where('used_at', 'is', null)
    .execute()
  return found
}

/** Ends every link that could open or change the member's account, except the token `except`. */
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

/** How many activation mails to their own address the member requested since `since`; the one from the sign-up doesn't count. */
export async function countResent(db: Db, member: { id: number; signup_date: Date }, since: Date): Promise<number> {
  const row = await db
    .selectFrom('tokens')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('member_id', '=', member.id)
    .where('purpose', '=', 'activate')
    .where('email', 'is', null)
    .where('created_at', '>', since)
    .where('created_at', '>', member.signup_date)
    .executeTakeFirstOrThrow()
  return row.count
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Deletes tokens that expired long ago; returns how many. */
export async function purgeExpiredTokens(deps: Pick<Deps, 'db' | 'now'>): Promise<number> {
  const before = new Date(deps.now().getTime() - KNOWN)
  return await deleteInBatches(deps.db, 'tokens', sql`expires_at <= ${before}`)
}
