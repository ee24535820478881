import { fieldError } from '../../shared/api/errors.ts'
import type { ProfileChanges } from '../../shared/api/profile.ts'
import { interestsOfNiche } from '../../shared/tenants/interests.ts'
import { regionsOf } from '../../shared/tenants/regions.ts'
import { lockMember } from '../accounts/store.ts'
import { giveConsents } from '../consents/consents.ts'
import { insertWords } from '../consents/store.ts'
import type { MemberRow } from '../db/tables/members.ts'
import { announce } from '../events/announce.ts'
import type { MemberContext } from '../http/handler.ts'
import { notFound, HttpError } from '../http/http-error.ts'
import { sisterSites } from '../members/sister-sites.ts'
import { updateMember } from './store.ts'

type Changing = MemberContext<'updateProfile'>

/** Changes fields of the member's own profile; returns the new row. Throws `invalid` for values that this site doesn't offer. */
export async function updateProfile(context: Changing): Promise<MemberRow> {
  const { db, viewer, body } = context
  const before = await lockMember(db, viewer.id)
  if (!before) throw notFound()
  const refused = refusedFields(context, before)
  if (refused.length > 0) throw new HttpError('invalid', { fields: refused.map((field) => fieldError(field, 'invalid')) })
  const changes = {
    ...body,
    ...regionOf(body, before),
    ...(body.shown_in && { consent: await consentToSisters(context, before, body.shown_in) })
  }
  if (Object.keys(changes).length === 0) return before
  const member = await updateMember(db, viewer.id, changes)
  await announce(context, [{ to: viewer.id, type: 'profile_changed', data: {} }])
  return member
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
    shown_in: (body.shown_in ?? []).every((pool) => pools.includes(pool))
  }
  return Object.entries(fine).flatMap(([field, good]) => (good ? [] : [field]))
}

/** A region lies in its country: changing the country without a new region clears it. */
function regionOf(body: ProfileChanges, before: MemberRow): Pick<ProfileChanges, 'region'> {
  const moved = body.country !== undefined && body.country !== before.country
  return moved && body.region === undefined ? { region: null } : {}
}

/** Stores which sites were agreed to, in which words and when; also that consent was withdrawn. */
async function consentToSisters(context: Changing, before: MemberRow, pools: readonly string[]): Promise<string> {
  const { given, words } = giveConsents(['sister_sites'], context)
  await insertWords(context.db, words, context.now)
  return JSON.stringify({ ...before.consent, sister_sites: { pools, ...given.sister_sites } })
}
