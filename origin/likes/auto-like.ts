import { accountMay } from '../../shared/rules/account-state.ts'
import { dayIn } from '../../shared/rules/day.ts'
import { isNewcomer } from '../../shared/rules/newcomers.ts'
import type { UnitOfWork } from '../db/unit-of-work.ts'
import { announce } from '../events/announce.ts'
import { lockMembers } from '../members/lock-members.ts'
import type { MemberScope } from '../members/viewer-scope.ts'
import { insertGreeting, selectGreeter, selectGreeting, selectSuggested } from './greetings.ts'

/** Whom the new-like modal shows: their row number, and whether they like the viewer. */
interface AutoLike {
  kind: 'like' | 'suggestion'
  member: number
}

/**
 * What the site's `auto_like` says (docs/decisions/026): no one, a suggestion that stores nothing, or a real member who agreed that newcomers are
 * greeted in their name. No profile made by the company, and never a like that its sender hasn't agreed to.
 */
export async function autoLike(context: MemberScope & UnitOfWork): Promise<AutoLike | null> {
  switch (context.tenant.settings.auto_like) {
    case 'off':
      return null
    case 'suggestion':
      return shownAs('suggestion', await selectSuggested(context))
    case 'consented':
      return shownAs('like', await greet(context))
  }
}

function shownAs(kind: AutoLike['kind'], member: number | undefined): AutoLike | null {
  return member === undefined ? null : { kind, member }
}

/** At most one greeting a day: asking again returns the same. */
async function greet(context: MemberScope & UnitOfWork): Promise<number | undefined> {
  const { db, viewer, now, tenant } = context
  const day = dayIn(tenant.settings.time_zone, now)
  if (viewer.greeted_on === day) return await selectGreeting(context, day)
  // Members who can't be found yet get no greeting: it would come from someone who can't see them.
  if (!isNewcomer(viewer.signup_date, now) || !accountMay(viewer.status, 'be_found') || viewer.profile_status !== 'active') return undefined
  const greeter = await selectGreeter(context)
  if (greeter) await lockMembers(db, [viewer.id, greeter.id])
  // Another tab has stored it first, or the greeter has just changed their mind.
  if (!greeter || !(await insertGreeting(context, greeter.id, day))) return await selectGreeting(context, day)
  await announce(context, [
    { to: viewer.id, type: 'likes_changed', data: { profile_id: greeter.public_id } },
    { to: greeter.id, type: 'likes_changed', data: { profile_id: viewer.public_id, liked: true } }
  ])
  return greeter.id
}
