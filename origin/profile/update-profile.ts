import { fieldError } from '../../shared/api/errors.ts'
import type { ProfileChanges } from '../../shared/api/profile.ts'
import { dayIn } from '../../shared/rules/day.ts'
import { MOST_INTERESTS, mayBecome } from '../../shared/rules/interests.ts'
import { interestsOfNiche } from '../../shared/tenants/interests.ts'
import { regionsOf } from '../../shared/tenants/regions.ts'
import { lockMember } from '../accounts/store.ts'
import { giveConsents } from '../consents/consents.ts'
import { insertWords } from '../consents/store.ts'
import type { MemberRow } from '../db/tables/members.ts'
import { announce } from '../events/announce.ts'
import type { Db, MemberContext } from '../http/handler.ts'
import { HttpError, invalidField, notFound } from '../http/http-error.ts'
import { lockMembers } from '../members/lock-members.ts'
import { tellContacts } from '../members/contacts.ts'
import { activeDay } from '../members/presence.ts'
import { sisterSites } from '../members/sister-sites.ts'
import { deleteVisits, selectVisited } from '../visits/store.ts'
import { updateMember } from './store.ts'

type Changing = MemberContext<'updateProfile'>

/** Changes fields of the member's own profile; returns the new row. Throws `invalid` for values that this site doesn't offer. */
export async function updateProfile(context: Changing): Promise<MemberRow> {
  const { db, viewer, body } = context
  const hidesVisits = body.shows_visits === false
  // Locked before anything else: members whose lists of visitors lose this one.
  const visited = hidesVisits ? await lockVisited(db, viewer.id) : []
  const before = await lockMember(db, viewer.id)
  if (!before) throw notFound()
  const refused = refusedFields(context, before)
  if (refused.length > 0) throw new HttpError('invalid', { fields: refused.map((field) => fieldError(field, 'invalid')) })
  if (!mayBecome(before.interests, body.interests ?? [])) throw invalidField('interests', 'too_many', { limit: MOST_INTERESTS })
  const consent = await consentsOf(context, before)
  const { prompts, ...fields } = body
  const changes = {
    ...fields,
    ...(prompts && { prompts: JSON.stringify(prompts) }),
    ...regionOf(body, before),
    ...(hidesVisits && { hid_visits_on: dayIn(context.tenant.settings.time_zone, context.now) }),
    ...(body.shows_presence === false && { active_day: activeDay(context.now, false) }),
    ...(consent !== null && { consent })
  }
  if (Object.keys(changes).length === 0) return before
  const member = await updateMember(db, viewer.id, changes)
  if (hidesVisits) await deleteVisits(db, viewer.id)
  await announce(context, [{ to: viewer.id, type: 'profile_changed', data: {} }])
  // A member who hides their presence doesn't see that of others, so their pages are refetched.
  const seesOthers = member.shows_presence === before.shows_presence ? [] : [viewer.id]
  await tellContacts(context, [...visited, ...seesOthers])
  return member
}

/** Locks the member and everyone in whose list of visitors they are; returns the others. */
async function lockVisited(db: Db, member: number): Promise<number[]> {
  const visited = await selectVisited(db, member)
  await lockMembers(db, [member, ...visited])
  return visited
}

/** Values that the member already has may stay, even if they are no longer offered. */
function refusedFields({ tenant: { settings }, deps, body }: Changing, before: MemberRow): string[] {
  const interests: readonly string[] = [...(settings.interests ?? interestsOfNiche(settings.niche)), ...before.interests]
  const pools = sisterSites(deps.tenants, before).map(({ pool }) => pool)
  const country = body.country ?? before.country
  const fine = {
    country: country === before.country || settings.countries.includes(country),
    region: !body.region || regionsOf(country).some(({ code }) => code === body.region),
    interests: (body.interests ?? []).every((interest) => interests.includes(interest)),
    shown_in: (body.shown_in ?? []).every((pool) => pools.includes(pool)),
    greets_newcomers: !body.greets_newcomers || before.greets_newcomers || settings.auto_like === 'consented'
  }
  return Object.entries(fine).flatMap(([field, good]) => (good ? [] : [field]))
}

/** A region lies in its country: changing the country without a new region clears it. */
function regionOf(body: ProfileChanges, before: MemberRow): Pick<ProfileChanges, 'region'> {
  const moved = body.country !== undefined && body.country !== before.country
  return moved && body.region === undefined ? { region: null } : {}
}

/** What was agreed to, in which words and when, as the member's row stores it; also that consent was withdrawn. Null if nothing about it changes. */
async function consentsOf(context: Changing, before: MemberRow): Promise<string | null> {
  const { shown_in: pools, greets_newcomers: greets } = context.body
  const asked = [...(pools ? (['sister_sites'] as const) : []), ...(greets === undefined ? [] : (['greetings'] as const))]
  if (asked.length === 0) return null
  const { given, words } = giveConsents(asked, context)
  await insertWords(context.db, words, context.now)
  return JSON.stringify({
    ...before.consent,
    ...(pools && { sister_sites: { pools, ...given.sister_sites } }),
    ...(greets !== undefined && { greetings: { agreed: greets, ...given.greetings } })
  })
}
