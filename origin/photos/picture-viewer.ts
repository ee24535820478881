import { sql, type RawBuilder } from 'kysely'
import { findSession, readSession } from '../accounts/sessions/sessions.ts'
import type { MemberRow } from '../db/tables/members.ts'
import type { Deps } from '../deps.ts'
import { whoMay } from '../members/account-state.ts'
import { selectOpenMember } from '../members/store.ts'
import type { ViewerScope } from '../members/viewer-scope.ts'

type Scope = Omit<ViewerScope, 'viewer'>

/** Who loads a picture: how to find them, and how to see that nothing has changed about them. */
export interface Asking {
  key: string
  /** By a session: an address may be in other hands. */
  proven: boolean
  find: () => Promise<MemberRow | null>
  /** SQL condition: `find` would find this viewer now, with everything that decides what they may see. */
  holds: (viewer: MemberRow) => RawBuilder<boolean>
}

/** A page loads twenty pictures at once: their viewer is looked up once, and verified with each. A row takes some 3 KB. */
const MOST = 2_000
const known = new WeakMap<Deps, Map<string, MemberRow>>()

/** @param fresh what is remembered didn't hold */
export async function viewerOf({ deps }: Scope, { key, find }: Asking, fresh: boolean): Promise<MemberRow | null> {
  const viewers = known.get(deps) ?? known.set(deps, new Map()).get(deps)!
  if (!fresh) return viewers.get(key) ?? null
  const viewer = await find()
  if (viewers.size >= MOST) viewers.clear()
  if (viewer) viewers.set(key, viewer)
  else viewers.delete(key)
  return viewer
}

/** The member whose session the request has. */
export async function bySession({ deps, tenant, pool, now }: Scope, cookies: string | null): Promise<Asking | null> {
  const read = await readSession(deps, tenant, cookies, now)
  return (
    read && {
      key: `session ${tenant.settings.id} ${read.hash.toString('base64url')}`,
      proven: true,
      find: async () => (await findSession(deps, tenant, cookies, now))?.viewer ?? null,
      holds: (viewer) => sql`exists (
        select from sessions join members on members.id = sessions.member_id
        where sessions.id_hash = ${read.hash} and sessions.tenant = ${tenant.settings.id} and sessions.expires_at > ${now}
          and ${isStill(viewer, pool)}
      )`
    }
  )
}

/** The member that an address names. */
export function byAddress({ deps, pool }: Scope, publicId: string): Asking {
  return {
    key: `address ${pool} ${publicId}`,
    proven: false,
    find: async () => await selectOpenMember(deps.db, pool, publicId),
    holds: (viewer) => sql`exists (select from members where ${isStill(viewer, pool)})`
  }
}

/** SQL condition on a row of `members`: this member, with the same rights. */
function isStill({ id, paid_user, shown_in, fictional }: MemberRow, pool: string): RawBuilder<boolean> {
  return sql`members.id = ${id} and members.pool = ${pool} and ${whoMay('use')}
    and members.paid_user = ${paid_user} and members.shown_in = ${shown_in} and members.fictional = ${fictional}`
}
