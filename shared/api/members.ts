import * as v from 'valibot'
import { GIFTS } from '../rules/gifts.ts'
import { PROMPTS } from '../rules/prompts.ts'
import { CountryCode, Gender, Instant, NoBody, PublicId, RegionCode } from './values.ts'
import { contract } from './endpoint.ts'

/** A member's picture. The addresses are signed for the viewer and expire; those of the small sizes follow the tenant's `cdn_prefix`. */
export const MainImage = v.strictObject({
  filename: v.string(),
  thumb_filename: v.string(),
  match: v.string(),
  status: v.picklist(['pending', 'active', 'rejected'])
})
export type MainImage = v.InferOutput<typeof MainImage>

/** A member as lists show them. Visitors of a tenant with a limited search get `locked` pictures, a first name and an age band only. */
export const MemberCard = v.strictObject({
  id: PublicId,
  name: v.string(),
  /** Whole years, or a band such as `30–34`. Null if the tenant doesn't show it. */
  age: v.nullable(v.union([v.number(), v.pipe(v.string(), v.regex(/^\d+–\d+$/))])),
  /** Null if the tenant doesn't show it. */
  gender: v.nullable(Gender),
  country: CountryCode,
  region: v.nullable(RegionCode),
  /** The region by its local name. */
  region_name: v.nullable(v.string()),
  main_image: v.nullable(MainImage),
  /** A profile made by the company; labelled everywhere. */
  fictional: v.boolean(),
  online: v.picklist(['now', 'today', 'no']),
  liked: v.boolean()
})
export type MemberCard = v.InferOutput<typeof MemberCard>

/** A further photo of a member; `locked`: the three addresses point to its blurred stand-in, which is all this viewer gets. */
const FurtherPhoto = v.strictObject({ ...MainImage.entries, locked: v.boolean() })
export type FurtherPhoto = v.InferOutput<typeof FurtherPhoto>

/** The full profile, as far as tenant and member show it: a hidden text is null, a hidden list is empty. */
export const MemberProfile = v.strictObject({
  ...MemberCard.entries,
  /** Photos that others may see, including the main one. */
  photo_count: v.number(),
  /** The photos besides the main one, in order; visitors get none of them. */
  more_photos: v.array(FurtherPhoto),
  interests: v.array(v.string()),
  /** The interests that the viewer has too, unless it is their own profile. */
  shared_interests: v.array(v.string()),
  /** The rest is null if it is empty, hidden by the member, or not shown on this tenant; values are keys of `PROFILE_VALUES`. */
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
  /** Short prompts with the member's answers, in their order; empty on sites that show no texts. */
  prompts: v.array(v.strictObject({ prompt: v.picklist(PROMPTS), answer: v.string() })),
  looking_for: v.array(Gender),
  /** Both like each other. */
  match: v.boolean(),
  /** They can be sent a gift: the site has gifts, and the member hasn't turned them off. */
  accepts_gifts: v.boolean(),
  /** How many gifts of each kind they have received; empty for visitors. */
  gifts: v.array(v.strictObject({ gift: v.picklist(GIFTS), count: v.number() })),
  /** The member's email is confirmed, so that others can reply. */
  confirmed: v.boolean()
})
export type MemberProfile = v.InferOutput<typeof MemberProfile>

/** What a member still sees of someone they blocked: enough to unblock. */
export const BlockedMember = v.strictObject({ id: PublicId, name: v.string() })
export type BlockedMember = v.InferOutput<typeof BlockedMember>

export const members = contract({
  getMember: {
    method: 'GET',
    path: '/api/member.php',
    summary: 'The profile of a member.',
    audience: 'anyone',
    quota: 'profiles',
    query: v.strictObject({ id: PublicId }),
    body: NoBody,
    /** One of the two: the profile, or the blocked member. */
    output: v.strictObject({ member: v.nullable(MemberProfile), blocked: v.nullable(BlockedMember), now: Instant }),
    errors: ['not_found']
  }
})
