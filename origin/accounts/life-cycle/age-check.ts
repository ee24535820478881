import { createHmac, timingSafeEqual } from 'node:crypto'
import { href } from '../../../shared/routes/match.ts'
import { announce } from '../../events/announce.ts'
import type { MemberContext } from '../../http/handler.ts'
import { HttpError } from '../../http/http-error.ts'
import { lockMembers } from '../../members/lock-members.ts'
import { ageToProve } from '../../members/proven-age.ts'
import { homeOf } from '../account-mails.ts'
import { openProfile, proveAge } from './store.ts'

/** How long after the start of a check the provider's answer is accepted, in ms. */
const LIFE = 24 * 3600 * 1000

/** The address where the member proves their age. Throws `unavailable` if no provider is set up. */
export function startAgeCheck(context: MemberContext<'startAgeCheck'>): string {
  const { deps, tenant, viewer, now } = context
  if (!deps.ageAssurance) throw new HttpError('unavailable')
  const minAge = ageAsked(context)
  return deps.ageAssurance.start({
    reference: referenceOf(deps.secrets.app, viewer.public_id, { minAge, expires: now.getTime() + LIFE }),
    minAge,
    returnTo: deps.linkBase(tenant.settings) + href('complete-signup')
  })
}

/** The required age in years: the stricter one of this site and the site of the sign-up. */
function ageAsked(context: MemberContext<'finishAgeCheck'> | MemberContext<'startAgeCheck'>): number {
  return Math.max(18, context.tenant.settings.min_age, homeOf(context, context.viewer).settings.min_age)
}

/**
 * Processes the provider's answer (idempotent) and returns whether the age is proven. Throws `link_expired` for an answer that is not from the
 * provider, is about another member, belongs to a check for a lower age than this site requires, or comes too late.
 */
export async function finishAgeCheck(context: MemberContext<'finishAgeCheck'>): Promise<boolean> {
  const { db, deps, viewer, body, now } = context
  const answer = { reference: body.age_reference, over: body.age_over, signature: body.age_signature }
  const over = deps.ageAssurance?.isGenuine(answer) ? askedBy(deps.secrets.app, viewer.public_id, answer.reference, now) : null
  if (!deps.ageAssurance || over === null || over < ageAsked(context)) throw new HttpError('link_expired')
  if (answer.over === 'no') return false
  await lockMembers(db, [viewer.id])
  await proveAge(db, viewer.id, { over, provider: deps.ageAssurance.name, now })
  await openProfile(db, viewer.id, { provenOver: ageToProve(context, viewer) })
  await announce(context, [{ to: viewer.id, type: 'profile_changed', data: {} }])
  return true
}

/** How the provider identifies a check: its expiry (ms since 1970), the age asked for, and a member reference that is of no use anywhere else. */
export function referenceOf(appSecret: string, publicId: string, { minAge, expires }: { minAge: number; expires: number }): string {
  const mac = createHmac('sha256', appSecret).update(`age check of ${publicId} for ${minAge} until ${expires}`).digest('base64url')
  return `${expires}.${minAge}.${mac}`
}

/** The age in years that this reference of the member's check asked for; null for an invalid or expired reference. */
function askedBy(appSecret: string, publicId: string, reference: string, now: Date): number | null {
  const [expires, asked] = reference.split('.').map(Number)
  if (!expires || !asked || expires <= now.getTime()) return null
  const [given, made] = [reference, referenceOf(appSecret, publicId, { minAge: asked, expires })].map((text) => Buffer.from(text))
  return given!.length === made!.length && timingSafeEqual(given!, made!) ? asked : null
}
