import * as v from 'valibot'
import { GENDERS } from '../rules/genders.ts'
import { entry } from './entry.ts'
import { CountryCode, Gender, Instant, NoBody, NoQuery, PublicId, QueryInteger, RegionCode } from './values.ts'

/** A member's picture. The three addresses follow the tenant's `cdn_prefix`; they are signed for the viewer and expire. */
export const MainImage = v.strictObject({
  filename: v.string(),
  thumb_filename: v.string(),
  match: v.string(),
  status: v.picklist(['pending', 'active', 'rejected'])
})
export type MainImage = v.InferOutput<typeof MainImage>

/** A member as lists show them. Visitors of a tenant with a limited search get `locked` pictures and a first name only. */
export const MemberCard = v.strictObject({
  id: PublicId,
  name: v.string(),
  age: v.number(),
  gender: Gender,
  country: CountryCode,
  region: v.nullable(RegionCode),
  /** The region as people there call it. */
  region_name: v.nullable(v.string()),
  main_image: v.nullable(MainImage),
  /** A profile made by the company; shown with its label everywhere. */
  fictional: v.boolean(),
  online: v.picklist(['now', 'today', 'no']),
  liked: v.boolean()
})
export type MemberCard = v.InferOutput<typeof MemberCard>

/** A further photo of a member; `locked`: the three addresses lead to its blurred stand-in, which is all this viewer gets of it. */
const FurtherPhoto = v.strictObject({ ...MainImage.entries, locked: v.boolean() })
export type FurtherPhoto = v.InferOutput<typeof FurtherPhoto>

/** The full profile, as far as tenant and member show it: a hidden text is null, a hidden list empty. */
export const MemberProfile = v.strictObject({
  ...MemberCard.entries,
  /** Photos that others may see, the main one too. */
  photo_count: v.number(),
  /** Those beside the main one in their order; visitors get none of them. */
  more_photos: v.array(FurtherPhoto),
  interests: v.array(v.string()),
  /** The rest is null where it is empty, hidden by the member, or not shown on this tenant; values are keys of `PROFILE_VALUES`. */
  date_of_birth: v.nullable(v.string()),
  sexuality: v.nullable(v.string()),
  relationship_status: v.nullable(v.string()),
  body_type: v.nullable(v.string()),
  hair_colour: v.nullable(v.string()),
  eye_colour: v.nullable(v.string()),
  tattoos: v.nullable(v.string()),
  reason: v.nullable(v.string()),
  about: v.nullable(v.string()),
  wishes: v.nullable(v.string()),
  limits: v.nullable(v.string()),
  looking_for: v.array(Gender),
  /** False in answers, for a blocked member has none: a page that is open sets it once it has blocked the member. */
  blocked: v.boolean(),
  /** Both like each other. */
  match: v.boolean(),
  /** The member's e-mail is confirmed, so that they can be answered. */
  confirmed: v.boolean()
})
export type MemberProfile = v.InferOutput<typeof MemberProfile>

/** Ages of the search, whole years. */
const Age = QueryInteger(18, 99)

export const MemberSearch = v.strictObject({
  gender: v.optional(v.picklist(GENDERS, 'invalid')),
  country: v.optional(CountryCode),
  countryregion: v.optional(RegionCode),
  min_age: v.optional(Age),
  max_age: v.optional(Age),
  page: v.optional(QueryInteger(1, 500))
})
export type MemberSearch = v.InferOutput<typeof MemberSearch>

export const searchMembers = entry({
  name: 'searchMembers',
  method: 'GET',
  path: '/api/members.php',
  summary: 'Search members; pages of 20, order by day last active.',
  audience: 'anyone',
  limit: 'search',
  query: MemberSearch,
  body: NoBody,
  output: v.strictObject({
    members: v.array(MemberCard),
    /** Counted up to 10,000; with more it stays 10,000 and `total_exact` is false. */
    total: v.number(),
    total_exact: v.boolean(),
    page: v.number(),
    pages: v.number(),
    /** Outside the filters (region, then age widened; never gender), only with few results on page 1. */
    similar: v.array(MemberCard),
    /** What a visitor may see of it. */
    access: v.picklist(['all', 'limited', 'none'])
  })
})

export const getMember = entry({
  name: 'getMember',
  method: 'GET',
  path: '/api/member.php',
  summary: 'The profile of a member; opening it clears the new-like flag of their like.',
  audience: 'anyone',
  changes: true,
  header: true,
  query: v.strictObject({ id: PublicId }),
  body: NoBody,
  output: v.strictObject({ member: MemberProfile, now: Instant }),
  errors: ['not_found']
})

export const getSignupMatches = entry({
  name: 'getSignupMatches',
  method: 'GET',
  path: '/api/signup-matches.php',
  summary: 'Members who may suit a new one, and the one whose page they signed up from.',
  audience: 'member',
  limit: 'search',
  query: NoQuery,
  body: NoBody,
  output: v.strictObject({ interest: v.nullable(MemberCard), members: v.array(MemberCard) })
})
