import type { Session } from '../../../shared/api/sessions.ts'
import { announce } from '../../events/announce.ts'
import type { MemberContext } from '../../http/handler.ts'
import { notFound } from '../../http/http-error.ts'
import { lockMembers } from '../../members/lock-members.ts'
import { CLEARED_COOKIE, endSessions } from './sessions.ts'

type Asking = MemberContext<'listSessions'> | MemberContext<'endSession'>

/** Bytes of the hash that identify a session to its owner: they reveal nothing about the token. */
const NAME_BYTES = 16

/** The member's sessions on every site of the pool: the current one first, then newest first. */
export async function listSessions({ db, deps, viewer, sessionHash, now }: Asking): Promise<Session[]> {
  const rows = await db
    .selectFrom('sessions')
    .selectAll()
    .where('member_id', '=', viewer.id)
    .where('expires_at', '>', now)
    .orderBy('renewed_at', 'desc')
    .orderBy('created_at', 'desc')
    .execute()
  const sessions = rows.map((row) => ({
    id: nameOf(row.id_hash),
    current: sessionHash?.equals(row.id_hash) ?? false,
    site: deps.tenants.byId(row.tenant)?.settings.name ?? row.tenant,
    browser: row.browser,
    system: row.system,
    country: row.country,
    created_at: row.created_at.toISOString(),
    used_at: row.renewed_at.toISOString()
  }))
  return sessions.sort((one, other) => Number(other.current) - Number(one.current))
}

/** Logs out the named session, or all except the current one. Throws `not_found` for a session that isn't the member's. */
export async function endSession(context: MemberContext<'endSession'>): Promise<void> {
  const { db, viewer, sessionHash, body } = context
  // Anything that opens a session or ends all of them locks the member too.
  await lockMembers(db, [viewer.id])
  await announce(context, [{ to: viewer.id, type: 'account_changed', data: {} }])
  if (body.id === 'others') return await endSessions(db, viewer.id, sessionHash)
  const rows = await db.selectFrom('sessions').select('id_hash').where('member_id', '=', viewer.id).execute()
  const found = rows.find((row) => nameOf(row.id_hash) === body.id)
  if (!found) throw notFound()
  await db.deleteFrom('sessions').where('id_hash', '=', found.id_hash).execute()
  if (sessionHash?.equals(found.id_hash)) context.setCookie(CLEARED_COOKIE)
}

function nameOf(hash: Buffer): string {
  return hash.subarray(0, NAME_BYTES).toString('base64url')
}
