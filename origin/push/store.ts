import { whoMay } from '../members/account-state.ts'
import { sql, type Selectable } from 'kysely'
import type { TenantSecretsTable } from '../db/tables/settings.ts'
import type { Db } from '../http/handler.ts'

/** The tenant's VAPID pair as stored; undefined before it is created. */
export async function selectVapidKeys(db: Db, tenant: string): Promise<Selectable<TenantSecretsTable> | undefined> {
  return await db.selectFrom('tenant_secrets').selectAll().where('tenant', '=', tenant).where('name', '=', 'vapid').executeTakeFirst()
}

/** The pair that was made last, of any tenant; undefined before the first is. */
export async function selectNewestVapidKeys(db: Db): Promise<Selectable<TenantSecretsTable> | undefined> {
  return await db
    .selectFrom('tenant_secrets')
    .selectAll()
    .where('name', '=', 'vapid')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Stores a pair if there is none, or replaces the one that is still sealed as `replaced`. */
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

/** A browser that may be pushed to, as it registered. */
export interface Browser {
  endpoint: string
  p256dh: string
  auth: string
}

/** Is this session valid? If so, it is locked until the end of the transaction. */
export async function holdSession(db: Db, session: Buffer): Promise<boolean> {
  return (await db.selectFrom('sessions').select('tenant').where('id_hash', '=', session).forKeyShare().executeTakeFirst()) !== undefined
}

/**
 * Serializes registrations of this address, by any member, until the end of the transaction: otherwise one would not see the row that another is
 * about to write.
 */
export async function holdAddress(db: Db, endpoint: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`push ${endpoint}`}, 0))`.execute(db)
}

/**
 * Registers a browser for the member of a session; one that was already registered, for anyone, moves to them. Pushes waiting for another member are
 * not sent to this one.
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
 * Replaces one of the member's own subscriptions, keeping its pending pushes. Returns whether the browser is now registered for the member: one that
 * never was, or has moved to someone else, stays as it is.
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

/** Moves a member's subscriptions to the session that replaces the one they were made with. */
export async function moveSubscriptions(db: Db, { member, from, to }: { member: number; from: Buffer; to: Buffer }): Promise<void> {
  await db
    .updateTable('push_subscriptions')
    .set({ session_hash: to })
    .where('session_hash', '=', from)
    .where('member_id', '=', member)
    .execute()
}

/** Deletes all but the member's newest browsers. */
export async function keepNewest(db: Db, member: number, count: number): Promise<void> {
  await sql`
    delete from push_subscriptions where id in (
      select id from push_subscriptions where member_id = ${member} order by created_at desc, id desc offset ${count}
    )`.execute(db)
}

/** Deletes one of the member's browsers. */
export async function deleteOwnSubscription(db: Db, member: number, endpoint: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('member_id', '=', member).where('endpoint', '=', endpoint).execute()
}

/** Deletes a browser with its pending pushes. */
export async function deleteSubscription(db: Db, id: number): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).execute()
}

/** The browser that a push is for, with its member. */
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
