import { whoMay } from '../../members/account-state.ts'
import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { readSessionToken, RENEWAL_SECONDS, SESSION_SECONDS, sessionToken } from '../../../shared/auth/session-token.ts'
import { poolOf, type TenantRecord } from '../../../shared/tenants/schema.ts'
import { deleteInBatches } from '../../db/delete-in-batches.ts'
import type { Deps } from '../../deps.ts'
import type { Context, Db, Viewer } from '../../http/handler.ts'
import { readAgent } from './read-agent.ts'

/** A live session and its member. */
export interface Session {
  hash: Buffer
  viewer: Viewer
  /** The id behind the token; only the edge's cookie and this request know it. */
  id: string
  renewedAt: Date
}

/** The edge passes the cookie on under this name, whatever the browser calls it. */
const COOKIE = 'auth'

export const CLEARED_COOKIE = cookie('', 0)

/** The session of a request's cookie: of this tenant, not expired, its member neither banned nor deleted. */
export async function findSession(deps: Deps, tenant: TenantRecord, cookies: string | null, now: Date): Promise<Session | null> {
  const token = tokenOf(cookies)
  if (token === null) return null
  const read = await readSessionToken(deps.secrets.edge, tenant.settings.id, token, now.getTime())
  if (!read) return null
  const hash = hashOf(read.id)
  const row = await deps.db
    .selectFrom('sessions')
    .innerJoin('members', 'members.id', 'sessions.member_id')
    .innerJoin('event_counters', 'event_counters.member_id', 'members.id')
    .innerJoin('presence', 'presence.member_id', 'members.id')
    .selectAll('members')
    .select(['event_counters.number as event_counter', 'presence.last_seen_at', 'sessions.renewed_at'])
    .where('sessions.id_hash', '=', hash)
    .where('sessions.tenant', '=', tenant.settings.id)
    .where('sessions.expires_at', '>', now)
    .where('members.pool', '=', poolOf(tenant.settings))
    .where(whoMay('use'))
    .executeTakeFirst()
  if (!row) return null
  const { renewed_at: renewedAt, ...viewer } = row
  return { hash, viewer, id: read.id, renewedAt }
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

/** Logs a member in on this tenant with a new session; ends the session that the request came with. */
export async function openSession(
  context: Pick<Context<'login'>, 'db' | 'deps' | 'tenant' | 'now' | 'sessionHash' | 'setCookie' | 'facts' | 'userAgent'>,
  memberId: number
): Promise<void> {
  const { db, deps, tenant, now, sessionHash, setCookie, facts, userAgent } = context
  if (sessionHash) await endSession(db, sessionHash)
  const id = randomBytes(32).toString('base64url')
  await db
    .insertInto('sessions')
    .values({
      id_hash: hashOf(id),
      member_id: memberId,
      tenant: tenant.settings.id,
      created_at: now,
      renewed_at: now,
      expires_at: expiry(now),
      ...readAgent(userAgent),
      country: facts.country === 'XX' ? '' : facts.country
    })
    .execute()
  setCookie(await cookieOf(deps, tenant, id, now))
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

function tokenOf(cookies: string | null): string | null {
  return /(?:^|;\s*)auth=([^;\s]+)/.exec(cookies ?? '')?.[1] ?? null
}

async function cookieOf(deps: Deps, tenant: TenantRecord, id: string, now: Date): Promise<string> {
  return cookie(await sessionToken(deps.secrets.edge, tenant.settings.id, id, Math.floor(expiry(now).getTime() / 1000)), SESSION_SECONDS)
}

/** The edge adds `Secure` and the name's prefix if the site is on https. */
function cookie(value: string, seconds: number): string {
  return `${COOKIE}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}`
}

function expiry(now: Date): Date {
  return new Date(now.getTime() + SESSION_SECONDS * 1000)
}

function hashOf(id: string): Buffer {
  return createHash('sha256').update(id).digest()
}
