import type { Tenant } from '../../shared/tenants/schema.ts'
import type { UnitOfWork } from '../db/unit-of-work.ts'
import type { Deps } from '../deps.ts'
import type { Db } from '../http/handler.ts'
import { KEYED_PROVIDERS, modeOfKey } from '../providers/payment/key-shapes.ts'
import { seal, unseal } from '../seal.ts'
import type { Act } from './operate.ts'

/** A key as it may be shown: never its value. */
export interface StoredKey {
  tenant: string
  provider: string
  mode: 'live' | 'test'
  /** Can it be opened with this APP_SECRET? Null if none is given. */
  opens: boolean | null
  since: Date
}

/** Something a brand lacks at its provider, or that can't be checked, and what to do. */
export interface Lack {
  severity: 'error' | 'warning'
  message: string
  fix: string
}

interface Place {
  tenant: string
  provider: string
}

const nameOf = (provider: string) => `payment_${provider}` as const
const placeOf = (tenant: string, provider: string) => `${tenant}\n${nameOf(provider)}`

/** Stores the key of a brand, sealed with APP_SECRET; it replaces an earlier one. The log says who and why, never the key. */
export async function storeKey(
  { db, deps: { secrets }, now }: Pick<UnitOfWork, 'db' | 'deps' | 'now'>,
  { tenant, provider, key }: Place & { key: string },
  { author, reason }: Act
): Promise<void> {
  const mode = modeOfKey(provider, key)
  const row = { public_value: mode, sealed: seal(secrets.app, placeOf(tenant, provider), key), created_at: now }
  await db
    .insertInto('tenant_secrets')
    .values({ tenant, name: nameOf(provider), ...row })
    .onConflict((conflict) => conflict.columns(['tenant', 'name']).doUpdateSet(row))
    .execute()
  await db
    .insertInto('payment_log')
    .values({ at: now, author, reason, verb: `${mode} key of ${provider}`, tenant })
    .execute()
}

/** Removes the key of a brand; false if there was none. */
export async function removeKey(
  { db, now }: Pick<UnitOfWork, 'db' | 'now'>,
  { tenant, provider }: Place,
  { author, reason }: Act
): Promise<boolean> {
  const query = db.deleteFrom('tenant_secrets').where('tenant', '=', tenant).where('name', '=', nameOf(provider))
  if ((await query.executeTakeFirst()).numDeletedRows === 0n) return false
  await db
    .insertInto('payment_log')
    .values({ at: now, author, reason, verb: `no key of ${provider}`, tenant })
    .execute()
  return true
}

/** How many orders of a brand still wait to hear from a provider how they ended, and how many refunds it still has to make. */
export async function countWaiting(db: Db, { tenant, provider }: Place): Promise<{ orders: number; refunds: number }> {
  const here = db.selectFrom('orders').where('orders.tenant', '=', tenant).where('orders.provider', '=', provider)
  const [orders, refunds] = await Promise.all([
    here
      .where('settled_at', 'is', null)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
    here
      .innerJoin('refunds', 'order_id', 'orders.id')
      .where('refunds.status', '=', 'waiting')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ])
  return { orders: orders.count, refunds: refunds.count }
}

/**
 * What a brand lacks at its provider, if that is one with keys; null if nothing. Unless the brand is a demo or a draft, its key must be one that
 * takes money.
 */
export function lackingKey({ id, payment_provider: provider, demo, status }: Tenant, keys: readonly StoredKey[]): Lack | null {
  if (!KEYED_PROVIDERS.includes(provider)) return null
  const found = keys.find((key) => key.tenant === id && key.provider === provider)
  const store = `npm run keys -- set ${id} ${provider} --reason "Key stored" < key.txt`
  const error = (message: string, fix = `Store it: ${store}`): Lack => ({ severity: 'error', message, fix })
  if (!found) return error(`The brand sells through ${provider} but has no key for it yet.`)
  if (found.opens === false)
    return error(
      `The key of ${provider} can't be opened with this APP_SECRET: it was stored with another.`,
      `If this APP_SECRET is the origin's, store the key again: ${store}. Otherwise set APP_SECRET to the origin's.`
    )
  if (found.mode !== 'live' && !demo && status === 'live')
    return error(`The key of ${provider} is a test key: members would get credits, but no money would move.`)
  if (found.opens) return null
  const message = `Whether the key of ${provider} can be opened is not known: APP_SECRET isn't set.`
  return { severity: 'warning', message, fix: "Set APP_SECRET to the origin's." }
}

/** The keys that are stored, without their values; without an APP_SECRET it isn't known whether they can be opened. */
export async function listKeys(db: Db, appSecret: string): Promise<StoredKey[]> {
  const rows = await db
    .selectFrom('tenant_secrets')
    .select(['tenant', 'name', 'public_value', 'sealed', 'created_at'])
    .where('name', '<>', 'vapid')
    .orderBy('tenant')
    .orderBy('name')
    .execute()
  return rows.map(({ tenant, name, public_value: mode, sealed, created_at: since }) => {
    const provider = name.slice('payment_'.length)
    const opens = appSecret === '' ? null : open(appSecret, { tenant, provider }, sealed) !== null
    return { tenant, provider, mode: mode === 'live' ? 'live' : 'test', opens, since }
  })
}

/** The key of a brand; null if none is stored, or if it was sealed with another APP_SECRET. */
export async function readKey(
  { db, secrets, log }: Pick<Deps, 'db' | 'secrets' | 'log'>,
  tenant: string,
  provider: string
): Promise<string | null> {
  const row = await db
    .selectFrom('tenant_secrets')
    .select('sealed')
    .where('tenant', '=', tenant)
    .where('name', '=', nameOf(provider))
    .executeTakeFirst()
  if (!row) return null
  const key = open(secrets.app, { tenant, provider }, row.sealed)
  if (key === null) log.error({ tenant, provider }, 'the key was stored with another APP_SECRET: store it again with npm run keys')
  return key
}

/** A sealed key; null if it was sealed with another APP_SECRET. */
function open(appSecret: string, { tenant, provider }: Place, sealed: Buffer): string | null {
  try {
    return unseal(appSecret, placeOf(tenant, provider), sealed)
  } catch {
    return null
  }
}
