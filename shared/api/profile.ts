import * as v from 'valibot'
import { INTIMATE_AUDIENCES } from '../rules/interests.ts'
import { INTERESTS } from '../tenants/interests.ts'
import { HIDEABLE_FIELDS, PROFILE_VALUES } from '../tenants/profile-fields.ts'
import { AnsweredPrompts, CountryCode, Gender, NoBody, NoQuery, Note, RegionCode, Several } from './values.ts'
import { contract } from './endpoint.ts'

const Choice = <const V extends readonly string[]>(values: V) => v.nullable(v.picklist(values, 'invalid'))

/** A pool: a short name in the settings. */
const Pool = v.pipe(v.string('invalid'), v.regex(/^[a-z][a-z0-9-]{1,30}$/, 'invalid'))

const Editable = v.strictObject({
  gender: Gender,
  looking_for: Several(Gender),
  country: CountryCode,
  region: v.nullable(RegionCode),
  interests: Several(v.picklist(INTERESTS, 'invalid')),
  /** Who sees the intimate ones of them; visitors never do. */
  intimate_shown_to: v.picklist(INTIMATE_AUDIENCES, 'choose'),
  sexuality: Choice(PROFILE_VALUES.sexuality),
  relationship_status: Choice(PROFILE_VALUES.relationship_status),
  body_type: Choice(PROFILE_VALUES.body_type),
  hair_colour: Choice(PROFILE_VALUES.hair_colour),
  eye_colour: Choice(PROFILE_VALUES.eye_colour),
  tattoos: Choice(PROFILE_VALUES.tattoos),
  reason: Choice(PROFILE_VALUES.reason),
  about: Note,
  wishes: Note,
  limits: Note,
  prompts: AnsweredPrompts,
  /** Filled in, but hidden from others. */
  hidden_fields: Several(v.picklist(HIDEABLE_FIELDS, 'invalid')),
  /** Shown to visitors who are not logged in. */
  shown_to_visitors: v.boolean('invalid'),
  /** Others see whose profiles the member opens, and the member sees who opens theirs. */
  shows_visits: v.boolean('invalid'),
  /** Others see that the member is online or was here today, and the member sees the same of them. */
  shows_presence: v.boolean('invalid'),
  /** Others see that the member is writing to them, and the member sees the same of them. */
  shows_typing: v.boolean('invalid'),
  /** Others see how far the member has read, and the member sees the same of them. */
  shows_read: v.boolean('invalid'),
  /** Others may send the member gifts, and see how many they have received. */
  accepts_gifts: v.boolean('invalid'),
  /** Newcomers may be greeted in the member's name, on sites that offer it. */
  greets_newcomers: v.boolean('invalid'),
  /** Pools of sister sites that may show the profile. */
  shown_in: Several(Pool)
})

/** The profile as its member edits it. */
export const OwnProfile = v.strictObject({
  ...Editable.entries,
  name: v.string(),
  date_of_birth: v.string(),
  /** The choices for `shown_in`: other pools with their sites by name and the companies behind them. Empty if the tenant doesn't offer it. */
  sister_sites: v.array(v.strictObject({ pool: v.string(), sites: v.array(v.strictObject({ name: v.string(), company: v.string() })) }))
})
export type OwnProfile = v.InferOutput<typeof OwnProfile>

/** Fields that are left out stay unchanged, so that two open tabs don't undo each other's changes. */
export const ProfileChanges = v.partial(Editable)
export type ProfileChanges = v.InferOutput<typeof ProfileChanges>

const ProfileAnswer = v.strictObject({ profile: OwnProfile })

export const profile = contract({
  getProfile: {
    method: 'GET',
    path: '/api/profile.php',
    summary: "The member's complete own profile.",
    audience: 'member',
    whileClosed: true,
    query: NoQuery,
    body: NoBody,
    output: ProfileAnswer
  },
  updateProfile: {
    method: 'PUT',
    path: '/api/profile.php',
    summary: 'Change fields of your own profile; what is left out stays.',
    audience: 'member',
    whileClosed: true,
    idempotency: 'natural',
    query: NoQuery,
    body: ProfileChanges,
    output: ProfileAnswer
  }
})
