import { createHmac, timingSafeEqual } from 'node:crypto'
import { href } from '../../../shared/routes/match.ts'
import { announce } from '../../events/announce.ts'
import type { MemberContext } from '../../http/handler.ts'
import { HttpError } from '../../http/http-error.ts'
import { lockMembers } from '../../members/lock-members.ts'
import { ageToProve } from '../../members/proven-age.ts'
import { homeOf } from '../account-mails.ts'
import { openProfile, proveAge } from '../store.ts'

/** How long the provider's answer is taken after a check was begun, in ms. */
const LIFE = 24 * 3600 * 1000

/** The address where the member proves their age. Throws `unavailable` where no provider is set up. */
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

/** In years: what the stricter one of the site here and the one of the sign-up asks. */
function ageAsked(context: MemberContext<'finishAgeCheck'> | MemberContext<'startAgeCheck'>): number {
  return Math.max(18, context.tenant.settings.min_age, homeOf(context, context.viewer).settings.min_age)
}

/**
 * Takes the provider's answer; twice is once. Is the age proven? Throws `link_expired` for an answer that is not the provider's, not
 * about this member, to a check that asked for less than this site does, or too late.
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

/** What the provider knows a check by: when it ends (ms since 1970), the age asked for, and whose it is, of no use anywhere else. */
export function referenceOf(appSecret: string, publicId: string, { minAge, expires }: { minAge: number; expires: number }): string {
  const mac = createHmac('sha256', appSecret).update(`age check of ${publicId} for ${minAge} until ${expires}`).digest('base64url')
  return `${expires}.${minAge}.${mac}`
}

/** The age in years that this member's check of this reference asked for; null where it is no such reference, or too old to be answered. */
function askedBy(appSecret: string, publicId: string, reference: string, now: Date): number | null {
  const [expires, asked] = reference.split('.').map(Number)
  if (!expires || !asked || expires <= now.getTime()) return null
  const [given, made] = [reference, referenceOf(appSecret, publicId, { minAge: asked, expires })].map((text) => Buffer.from(text))
  return given!.length === made!.length && timingSafeEqual(given!, made!) ? asked : null
}
