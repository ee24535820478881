import { whoMay } from '../members/account-state.ts'
import { sql, type Selectable } from 'kysely'
import type { TenantSecretsTable } from '../db/tables/settings.ts'
import type { Db } from '../http/handler.ts'

/** The tenant's VAPID pair as it is stored; undefined before it is made. */
export async function selectVapidKeys(db: Db, tenant: string): Promise<Selectable<TenantSecretsTable> | undefined> {
  return await db.selectFrom('tenant_secrets').selectAll().where('tenant', '=', tenant).where('name', '=', 'vapid').executeTakeFirst()
}

/** Stores a pair where there is none, or in place of one that is still the one sealed as `replaced`. */
export async function writeVapidKeys(
  db: Db,
  { tenant, publicKey, sealed, replaced, now }: { tenant: string; publicKey: string; sealed: Buffer; replaced: Buffer | null; now: Date }
): Promise<void> {
  const pair = { public_value: publicKey, sealed, created_at: now }
  await db
    .insertInto('tenant_secrets')
    .values({ tenant, name: 'vapid', ...pair })
    .onConflict((conflict) =>
      replaced ? conflict.columns(['tenant', 'name']).doUpdateSet(pair).where('tenant_secrets.sealed', '=', replaced) : conflict.doNothing()
    )
    .execute()
}

/** A browser that may be written to, as it told. */
export interface Browser {
  endpoint: string
  p256dh: string
  auth: string
}

/** Does this session last? It does until the end of the transaction then. */
export async function holdSession(db: Db, session: Buffer): Promise<boolean> {
  return (await db.selectFrom('sessions').select('tenant').where('id_hash', '=', session).forKeyShare().executeTakeFirst()) !== undefined
}

/**
 * Makes those who register a browser under this address go one after the other until the end of the transaction, no matter who they are:
 * none of them sees the row that another is about to write.
 */
export async function holdAddress(db: Db, endpoint: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`push ${endpoint}`}, 0))`.execute(db)
}

/**
 * Registers a browser for the member of a session; one that was registered before, for whomever, moves to them. What waited for
 * another member is not told to this one.
 */
export async function saveSubscription(
  db: Db,
  { session, member, tenant, browser, now }: { session: Buffer; member: number; tenant: string; browser: Browser; now: Date }
): Promise<void> {
  const { endpoint, p256dh, auth } = browser
  await db.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint).where('member_id', '<>', member).execute()
  await db
    .insertInto('push_subscriptions')
    .values({ session_hash: session, member_id: member, tenant, endpoint, p256dh, auth, created_at: now })
    .onConflict((conflict) =>
      conflict.column('endpoint').doUpdateSet({ session_hash: session, member_id: member, tenant, p256dh, auth, created_at: now })
    )
    .execute()
}

/**
 * Puts another subscription in the place of one of the member's own, with what is yet to be pushed to it. Returns whether the
 * browser is registered for the member now: one that never was, or was moved to somebody else, stays as it is.
 */
export async function replaceSubscription(
  db: Db,
  { replaces, session, member, tenant, browser }: { replaces: string; session: Buffer; member: number; tenant: string; browser: Browser }
): Promise<boolean> {
  const own = db.selectFrom('push_subscriptions').select('id').where('member_id', '=', member)
  const old = await own.where('endpoint', '=', replaces).forUpdate().executeTakeFirst()
  if (!old) return (await own.where('endpoint', '=', browser.endpoint).executeTakeFirst()) !== undefined
  await db.deleteFrom('push_subscriptions').where('endpoint', '=', browser.endpoint).where('id', '<>', old.id).execute()
  const { endpoint, p256dh, auth } = browser
  await db
    .updateTable('push_subscriptions')
    .set({ session_hash: session, tenant, endpoint, p256dh, auth })
    .where('id', '=', old.id)
    .execute()
  return true
}

/** Forgets all but the member's newest browsers. */
export async function keepNewest(db: Db, member: number, count: number): Promise<void> {
  await sql`
    delete from push_subscriptions where id in (
      select id from push_subscriptions where member_id = ${member} order by created_at desc, id desc offset ${count}
    )`.execute(db)
}

/** Forgets a browser of the member's. */
export async function deleteOwnSubscription(db: Db, member: number, endpoint: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('member_id', '=', member).where('endpoint', '=', endpoint).execute()
}

/** Forgets a browser, with what was yet to be pushed to it. */
export async function deleteSubscription(db: Db, id: number): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).execute()
}

/** The browser a note is for, with its member. */
export async function selectReader(db: Db, subscription: number) {
  return await db
    .selectFrom('push_subscriptions')
    .innerJoin('members', 'members.id', 'push_subscriptions.member_id')
    .innerJoin('presence', 'presence.member_id', 'members.id')
    .selectAll('members')
    .select([
      'presence.last_seen_at',
      'push_subscriptions.tenant',
      'push_subscriptions.endpoint',
      'push_subscriptions.p256dh',
      'push_subscriptions.auth'
    ])
    .where('push_subscriptions.id', '=', subscription)
    .where(whoMay('use'))
    .executeTakeFirst()
}
