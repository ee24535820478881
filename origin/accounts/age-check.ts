import { createHmac } from 'node:crypto'
import { href } from '../../shared/routes/match.ts'
import type { MemberRow } from '../db/tables.ts'
import { recordEvents } from '../events/record-event.ts'
import type { MemberContext } from '../http/handler.ts'
import { Refusal } from '../http/refusal.ts'
import { lockMembers } from '../members/lock-members.ts'
import { homeOf } from './account-mails.ts'
import { openProfile, proveAge } from './store.ts'

/** Must this member's age be proven by a provider? Where they signed up counts as well as where they are: no way round by a sister site. */
export function needsAgeProof({ deps, tenant }: Pick<MemberContext<'getUser'>, 'deps' | 'tenant'>, member: MemberRow): boolean {
  return [homeOf({ deps, tenant }, member), tenant].some(({ settings }) => settings.age_assurance === 'provider')
}

/** The address where the member proves their age. Throws `unavailable` where no provider is set up. */
export function startAgeCheck({ deps, tenant: { settings }, viewer }: MemberContext<'startAgeCheck'>): string {
  if (!deps.ageAssurance) throw new Refusal('unavailable')
  return deps.ageAssurance.start({
    reference: referenceOf(deps.secrets.app, viewer.public_id),
    minAge: Math.max(18, settings.min_age),
    returnTo: deps.linkBase(settings) + href('complete-signup')
  })
}

/**
 * Takes the provider's answer. Is the age proven? Throws `link_expired` for an answer that is not the provider's or not about
 * this member.
 */
export async function finishAgeCheck(context: MemberContext<'finishAgeCheck'>): Promise<boolean> {
  const { db, deps, viewer, body, now } = context
  const answer = { reference: body.age_reference, over: body.age_over, signature: body.age_signature }
  if (!deps.ageAssurance?.isGenuine(answer) || answer.reference !== referenceOf(deps.secrets.app, viewer.public_id))
    throw new Refusal('link_expired')
  if (answer.over === 'no') return false
  await lockMembers(db, [viewer.id])
  await proveAge(db, viewer.id, deps.ageAssurance.name, now)
  await openProfile(db, viewer.id, { ageProof: true })
  await recordEvents(context, [{ member: viewer.id, type: 'changed', data: { what: ['user'] } }])
  return true
}

/** What the provider knows the member by: of no use anywhere else. */
export function referenceOf(appSecret: string, publicId: string): string {
  return createHmac('sha256', appSecret).update(`age check of ${publicId}`).digest('base64url')
}
