import { createHmac } from 'node:crypto'
import type { MainImage } from '../../shared/api/members.ts'
import type { Deps } from '../deps.ts'

/** The sizes of every photo; `locked` is blurred beyond recognition. */
export const VARIANTS = ['full', 'thumb', 'match', 'locked'] as const
export type Variant = (typeof VARIANTS)[number]

/** The viewer in addresses for someone who isn't logged in. */
export const ANYBODY = 'anon'

/** Addresses expire on a whole step, so that answers within a step are equal. In seconds. */
export const ADDRESS_STEP = 150

/** When an address issued at `realNow` (ms) expires: between one and two steps later, so within five minutes. In seconds since 1970. */
function addressExpiry(realNow: number): number {
  return (Math.floor(realNow / 1000 / ADDRESS_STEP) + 2) * ADDRESS_STEP
}

/**
 * The signature of an address: for this viewer and photo until `expiry`, and either for the blurred stand-in or for every other variant. 43 url-safe
 * characters.
 */
export function signAddress(secret: string, photo: string, variant: Variant, viewer: string, expiry: number): string {
  const access = variant === 'locked' ? 'locked' : 'full'
  return createHmac('sha256', secret).update(`media\n${photo}\n${access}\n${viewer}\n${expiry}`).digest('base64url')
}

type Signing = Pick<Deps, 'secrets' | 'realNow'>
type Photo = { public_id: string; status: MainImage['status'] }

/**
 * A photo as answers carry it: signed addresses without the tenant's `cdn_prefix`. Pass only photos that the viewer may know of: for anyone but the
 * owner, active ones.
 * @param viewer public id of the member who will load it, or `ANYBODY`
 * @param access `locked`: all three addresses point to the blurred stand-in
 */
export function presentImage(deps: Signing, photo: Photo, viewer: string, access: 'full' | 'locked'): MainImage
export function presentImage(deps: Signing, photo: Photo | null, viewer: string, access: 'full' | 'locked'): MainImage | null
export function presentImage(deps: Signing, photo: Photo | null, viewer: string, access: 'full' | 'locked'): MainImage | null {
  return photo && { ...addressesOf(deps, photo.public_id, viewer, access), status: photo.status }
}

type Addresses = Omit<MainImage, 'status'>

/** Addresses of this step: pages and polls repeat the same ones. */
const known = new WeakMap<Signing['secrets'], { expiry: number; addresses: Map<string, Addresses> }>()
/** Maximum number of them, some 500 bytes each. */
const MOST = 20_000

function addressesOf({ secrets, realNow }: Signing, photo: string, viewer: string, access: 'full' | 'locked'): Addresses {
  const expiry = addressExpiry(realNow())
  let step = known.get(secrets)
  if (step?.expiry !== expiry || step.addresses.size >= MOST) known.set(secrets, (step = { expiry, addresses: new Map() }))
  const key = `${photo} ${viewer} ${access}`
  const addresses = step.addresses.get(key) ?? sign(secrets.app, photo, viewer, access, expiry)
  step.addresses.set(key, addresses)
  return addresses
}

function sign(secret: string, photo: string, viewer: string, access: 'full' | 'locked', expiry: number): Addresses {
  const mac = signAddress(secret, photo, access, viewer, expiry)
  const address = (variant: Variant) => `/media/${photo}/${variant}.webp?v=${viewer}&e=${expiry}&s=${mac}`
  if (access === 'full') return { filename: address('full'), thumb_filename: address('thumb'), match: address('match') }
  const locked = address('locked')
  return { filename: locked, thumb_filename: locked, match: locked }
}
