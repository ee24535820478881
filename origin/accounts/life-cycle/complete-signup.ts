import { interestsOfNiche } from '../../../shared/tenants/interests.ts'
import { announce } from '../../events/announce.ts'
import type { MemberContext } from '../../http/handler.ts'
import { invalidField } from '../../http/http-error.ts'
import { lockMembers } from '../../members/lock-members.ts'
import { ageToProve, isOfProvenAge } from '../../members/proven-age.ts'
import { completeMember, openProfile } from './store.ts'

/**
 * The completion step: fills the profile with what was entered; others can find it as soon as nothing else is missing. Repeating it changes nothing.
 * Returns the next step.
 */
export async function completeSignup(context: MemberContext<'completeSignup'>): Promise<'matches' | 'age_check'> {
  const { db, viewer, body, tenant } = context
  const offered = new Set<string>(tenant.settings.interests ?? interestsOfNiche(tenant.settings.niche))
  if (body.interests.some((interest) => !offered.has(interest))) {
    throw invalidField('interests', 'invalid')
  }
  await lockMembers(db, [viewer.id])
  const completed = await completeMember(db, viewer.id, body)
  if (completed) {
    await openProfile(db, viewer.id, { provenOver: ageToProve(context, viewer) })
    await announce(context, [{ to: viewer.id, type: 'profile_changed', data: {} }])
  }
  return isOfProvenAge(context, viewer) ? 'matches' : 'age_check'
}
