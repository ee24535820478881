import * as v from 'valibot'
import { MainImage } from './members.ts'
import { COUNTERS, DISABLED_REASONS } from '../rules/news.ts'
import { CURRENCIES } from '../tenants/selling.ts'
import { CountryCode, Gender, Instant, LocaleCode, NoBody, NoQuery, PublicId, RegionCode } from './values.ts'
import { contract } from './endpoint.ts'
import { SearchValues } from './search.ts'

export const User = v.strictObject({
  id: PublicId,
  status: v.picklist(['not_confirmed', 'confirmed']),
  email: v.string(),
  credits: v.number(),
  paid_user: v.boolean(),
  signup_date: Instant,
  /** The discount of their first days, once the bonus has ended or if there was none; null for others. */
  welcome: v.nullable(
    v.strictObject({
      code: v.string(),
      percentage: v.number(),
      /** The least that an order has to cost, in minor units. */
      minimum: v.number(),
      currency: v.picklist(CURRENCIES),
      ends_at: Instant
    })
  ),
  language: LocaleCode,
  /** The discount of their first hours, as long as it applies (docs/requirements.tsv); null for others. */
  time_bonus: v.nullable(
    v.strictObject({
      code: v.string(),
      percentage: v.number(),
      ends_at: Instant,
      /** Its popup was shown on one of their devices: that happens only once. */
      popup_shown: v.boolean()
    })
  ),
  notifications_disabled: v.array(v.picklist(DISABLED_REASONS)),
  ...v.entriesFromList(COUNTERS, v.number()),
  /** What the member searches for: their last search, or what their profile says, in the country that they have chosen. */
  search: SearchValues,
  profile: v.nullable(
    v.strictObject({
      id: PublicId,
      name: v.string(),
      age: v.number(),
      gender: Gender,
      country: CountryCode,
      region: v.nullable(RegionCode),
      region_name: v.nullable(v.string()),
      status: v.picklist(['disabled', 'active']),
      main_image: v.nullable(MainImage)
    })
  )
})
export type User = v.InferOutput<typeof User>

export const UserAnswer = v.strictObject({ user: User, now: Instant })

export const user = contract({
  getUser: {
    method: 'GET',
    path: '/api/user.php',
    summary: 'The logged-in member.',
    audience: 'member',
    whileClosed: true,
    polled: true,
    header: true,
    query: NoQuery,
    body: NoBody,
    output: UserAnswer
  },
  updateUser: {
    method: 'PUT',
    path: '/api/user.php',
    summary: "Store the member's language.",
    audience: 'member',
    whileClosed: true,
    idempotency: 'natural',
    query: NoQuery,
    body: v.strictObject({ language: LocaleCode }),
    output: UserAnswer
  }
})
