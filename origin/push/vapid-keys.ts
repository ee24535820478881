import { generateKeyPairSync } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { seal, unseal } from '../seal.ts'
import { selectNewestVapidKeys, selectVapidKeys, writeVapidKeys } from './store.ts'

/** The key pair that identifies a tenant to push services (RFC 8292): a P-256 point and its scalar, base64url. */
export interface VapidKeys {
  publicKey: string
  privateKey: string
}

type Stored = NonNullable<Awaited<ReturnType<typeof selectVapidKeys>>>
type Keeping = Pick<Deps, 'db' | 'secrets' | 'now'>

const known = new WeakMap<Deps['db'], Map<string, Promise<VapidKeys>>>()

/**
 * The tenant's pair, created on first use: when the edge fetches a published tenant. Origins that do so at the same time agree on one. A pair sealed
 * with an earlier APP_SECRET is replaced; browsers get the new key on their next visit.
 */
export async function vapidKeysOf(keeping: Keeping, tenant: string): Promise<VapidKeys> {
  const pairs = known.get(keeping.db) ?? new Map<string, Promise<VapidKeys>>()
  known.set(keeping.db, pairs)
  const pair = pairs.get(tenant) ?? readOrMake(keeping, tenant)
  pairs.set(tenant, pair)
  try {
    return await pair
  } catch (error) {
    pairs.delete(tenant)
    throw error
  }
}

/** Is this the APP_SECRET of the origin, which sealed the newest pair with its own? True also if there is no pair yet. */
export async function sealsLikeOrigin({ db, secrets }: Pick<Deps, 'db' | 'secrets'>): Promise<boolean> {
  const stored = await selectNewestVapidKeys(db)
  try {
    return !stored || open({ secrets }, stored) !== null
  } catch {
    return false
  }
}

const placeOf = (tenant: string) => `${tenant}\nvapid`

const open = ({ secrets }: Pick<Deps, 'secrets'>, { tenant, public_value: publicKey, sealed }: Stored): VapidKeys => ({
  publicKey,
  privateKey: unseal(secrets.app, placeOf(tenant), sealed)
})

async function readOrMake({ db, secrets, now }: Keeping, tenant: string): Promise<VapidKeys> {
  const stored = await selectVapidKeys(db, tenant)
  try {
    if (stored) return open({ secrets }, stored)
  } catch {
    // Sealed with another secret: it can't be used any more.
  }
  const { publicKey, privateKey } = newPair()
  await writeVapidKeys(db, {
    tenant,
    publicKey,
    sealed: seal(secrets.app, placeOf(tenant), privateKey),
    replaced: stored?.sealed ?? null,
    now: now()
  })
  // Another origin may have stored one first.
  return open({ secrets }, (await selectVapidKeys(db, tenant))!)
}

function newPair(): VapidKeys {
  const { x, y, d } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url')])
  return { publicKey: point.toString('base64url'), privateKey: d! }
}
