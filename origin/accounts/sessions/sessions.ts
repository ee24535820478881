import { whoMay } from '../../members/account-state.ts'
import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { ORIGIN_COOKIES } from '../../../shared/auth/cookies.ts'
import { readSessionToken, RENEWAL_SECONDS, SESSION_SECONDS, sessionToken } from '../../../shared/auth/session-token.ts'
import type { Permission } from '../../../shared/rules/account-state.ts'
import { LIMITED_HOURS } from '../../../shared/rules/retention.ts'
import { poolOf, type TenantRecord } from '../../../shared/tenants/schema.ts'
import { deleteInBatches } from '../../db/delete-in-batches.ts'
import { prepared } from '../../db/prepared.ts'
import type { Deps } from '../../deps.ts'
import type { Context, Db, Viewer } from '../../http/handler.ts'
import { isOver } from '../../moderation/store.ts'
import { moveSubscriptions } from '../../push/store.ts'
import { readAgent } from './read-agent.ts'

interface Sought {
  hash: Buffer
  /** Id of the tenant that issued the session. */
  tenant: string
  now: Date
  pool: string
}

/** A live session and its member. */
export interface Session {
  hash: Buffer
  viewer: Viewer
  /** The id behind the token; only the edge's cookie and this request know it. */
  id: string
  renewedAt: Date
  /** Of a suspended or banned member: endpoints that are not `restricted` don't see it. */
  limited: boolean
}

/** The edge passes the cookies on under these names, whatever the browser calls them. */
const COOKIE = ORIGIN_COOKIES.session

/** How long a session lives from now on, in seconds: its row, its token and its cookie. */
const LIFE = { [COOKIE]: SESSION_SECONDS, [ORIGIN_COOKIES.limited]: LIMITED_HOURS * 3600 } as const
type SessionCookie = keyof typeof LIFE

export const CLEARED_COOKIE = cookie('', 0)

/**
 * The session of a request's cookie: of this tenant, not expired, its member neither banned nor deleted; or the limited one of a suspended or banned
 * member, whose cookie has another name.
 */
export async function findSession(
  deps: Deps,
  tenant: TenantRecord,
  cookies: string | null,
  now: Date,
  limited = false
): Promise<Session | null> {
  const read = await readSession(deps, tenant, cookies, now, limited)
  if (!read) return null
  const { id, hash } = read
  const values = { hash, tenant: tenant.settings.id, now, pool: poolOf(tenant.settings) }
  const [row] = await (limited ? selectLimited : selectFull)(deps.db, values)
  if (!row) return null
  const { renewed_at: renewedAt, ...viewer } = row
  return { hash, viewer, id, renewedAt, limited }
}

const selectFull = selectSession('use')
const selectLimited = selectSession('be_heard')

/** The session with its member, if the account may do this. */
function selectSession(permission: Permission) {
  return prepared((db, { hash, tenant, now, pool }: Sought) =>
    db
      .selectFrom('sessions')
      .innerJoin('members', 'members.id', 'sessions.member_id')
      .innerJoin('event_counters', 'event_counters.member_id', 'members.id')
      .innerJoin('presence', 'presence.member_id', 'members.id')
      .selectAll('members')
      .select(['event_counters.number as event_counter', 'presence.last_seen_at', 'sessions.renewed_at'])
      .where('sessions.id_hash', '=', hash)
      // A second lock: the token's signature already says that it was issued by this site.
      .where('sessions.tenant', '=', tenant)
      .where('sessions.expires_at', '>', now)
      .where('members.pool', '=', pool)
      .where(whoMay(permission))
      // After the end of a suspension its member logs in again, with a full session.
      .$if(permission === 'be_heard', (query) => query.where((eb) => eb.not(isOver(now))))
  )
}

/** The session that a cookie names, by its signature alone: whether it still exists is not checked. */
export async function readSession(
  deps: Deps,
  tenant: TenantRecord,
  cookies: string | null,
  now: Date,
  limited = false
): Promise<Pick<Session, 'id' | 'hash'> | null> {
  const token = tokenOf(cookies, limited ? ORIGIN_COOKIES.limited : COOKIE)
  if (token === null) return null
  const read = await readSessionToken(deps.secrets.edge, tenant.settings.id, token, now.getTime())
  return read && { id: read.id, hash: hashOf(read.id) }
}

/**
 * The cookie of a session that is older than a day, extended by 30 days; null when it isn't due or another request is doing it: a read never waits.
 */
export async function renewSession(deps: Deps, tenant: TenantRecord, session: Session, now: Date): Promise<string | null> {
  if (now.getTime() - session.renewedAt.getTime() < RENEWAL_SECONDS * 1000) return null
  const renewed = await deps.db
    .updateTable('sessions')
    .set({ renewed_at: now, expires_at: expiry(now) })
    .where('id_hash', '=', (eb) =>
      eb
        .selectFrom('sessions')
        .select('id_hash')
        .where('id_hash', '=', session.hash)
        .where('renewed_at', '=', session.renewedAt)
        .forNoKeyUpdate()
        .skipLocked()
    )
    .returning('id_hash')
    .executeTakeFirst()
  return renewed ? await cookieOf(deps, tenant, session.id, now) : null
}

type Opening = Pick<Context<'login'>, 'db' | 'deps' | 'tenant' | 'now' | 'sessionHash' | 'facts' | 'userAgent'>

/**
 * Logs a member in on this tenant with a new session, which replaces the one that the request came with: the browser keeps getting the
 * member's pushes. Their row must be locked.
 */
export async function openSession(context: Opening & Pick<Context<'login'>, 'setCookie'>, memberId: number): Promise<void> {
  context.setCookie(await newSession(context, memberId, COOKIE))
}

/** The cookie of a new limited session, for a suspended or banned member. */
export async function limitedSession(context: Opening, memberId: number): Promise<string> {
  return await newSession(context, memberId, ORIGIN_COOKIES.limited)
}

async function newSession(context: Opening, memberId: number, name: SessionCookie): Promise<string> {
  const { db, deps, tenant, now, sessionHash, facts, userAgent } = context
  const id = randomBytes(32).toString('base64url')
  const hash = hashOf(id)
  await db
    .insertInto('sessions')
    .values({
      id_hash: hash,
      member_id: memberId,
      tenant: tenant.settings.id,
      created_at: now,
      renewed_at: now,
      expires_at: expiry(now, name),
      ...readAgent(userAgent),
      country: facts.country === 'XX' ? '' : facts.country
    })
    .execute()
  if (sessionHash) {
    await moveSubscriptions(db, { member: memberId, from: sessionHash, to: hash })
    await endSession(db, sessionHash)
  }
  return await cookieOf(deps, tenant, id, now, name)
}

export async function endSession(db: Db, hash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('id_hash', '=', hash).execute()
}

/** Logs a member out everywhere, or everywhere else. */
export async function endSessions(db: Db, memberId: number, except: Buffer | null = null): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('member_id', '=', memberId)
    .$if(except !== null, (query) => query.where('id_hash', '<>', except))
    .execute()
}

/** Deletes expired sessions; returns how many. */
export async function purgeExpiredSessions(deps: Pick<Deps, 'db' | 'now'>): Promise<number> {
  return await deleteInBatches(deps.db, 'sessions', sql`expires_at <= ${deps.now()}`)
}

function tokenOf(cookies: string | null, name: string): string | null {
  return new RegExp(`(?:^|;\\s*)${name}=([^;\\s]+)`).exec(cookies ?? '')?.[1] ?? null
}

async function cookieOf(deps: Deps, tenant: TenantRecord, id: string, now: Date, name: SessionCookie = COOKIE): Promise<string> {
  const expires = Math.floor(expiry(now, name).getTime() / 1000)
  return cookie(await sessionToken(deps.secrets.edge, tenant.settings.id, id, expires), LIFE[name], name)
}

/** The edge adds `Secure` and the name's prefix if the site is on https. */
function cookie(value: string, seconds: number, name: string = COOKIE): string {
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}`
}

function expiry(now: Date, name: SessionCookie = COOKIE): Date {
  return new Date(now.getTime() + LIFE[name] * 1000)
}

function hashOf(id: string): Buffer {
  return createHash('sha256').update(id).digest()
}
