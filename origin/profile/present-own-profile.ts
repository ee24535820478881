import type { OwnProfile } from '../../shared/api/profile.ts'
import type { MemberRow } from '../db/tables/members.ts'
import type { Context } from '../http/handler.ts'
import { sisterSites } from '../members/sister-sites.ts'

/** The profile as its member edits it: everything, hidden or not. */
export function presentOwnProfile({ deps }: Pick<Context<'getProfile'>, 'deps'>, member: MemberRow): OwnProfile {
  const sisters = sisterSites(deps.tenants, member)
  const offered = new Set(sisters.map(({ pool }) => pool))
  // The columns contain only what the contract allows.
  const row = member as MemberRow & Pick<OwnProfile, keyof OwnProfile & keyof MemberRow>
  return {
    name: row.name,
    date_of_birth: row.date_of_birth,
    gender: row.gender,
    looking_for: row.looking_for,
    country: row.country,
    region: row.region,
    interests: row.interests,
    intimate_shown_to: row.intimate_shown_to,
    sexuality: row.sexuality,
    relationship_status: row.relationship_status,
    body_type: row.body_type,
    hair_colour: row.hair_colour,
    eye_colour: row.eye_colour,
    tattoos: row.tattoos,
    reason: row.reason,
    about: row.about,
    wishes: row.wishes,
    limits: row.limits,
    prompts: row.prompts,
    hidden_fields: row.hidden_fields,
    shown_to_visitors: row.shown_to_visitors,
    shows_visits: row.shows_visits,
    shows_presence: row.shows_presence,
    shows_typing: row.shows_typing,
    shows_read: row.shows_read,
    accepts_gifts: row.accepts_gifts,
    greets_newcomers: row.greets_newcomers,
    shown_in: row.shown_in.filter((pool) => offered.has(pool)),
    sister_sites: sisters
  }
}
