import type { IntimateAudience } from '../../../shared/rules/interests.ts'
import type { AnsweredPrompt } from '../../../shared/rules/prompts.ts'
import type { AccountStatus } from '../../../shared/rules/account-state.ts'
import type { MemberFilters } from '../../../shared/api/search.ts'
import type { Instant } from './columns.ts'
import type { ColumnType, Generated, Insertable, Selectable } from 'kysely'

export interface MembersTable {
  id: Generated<number>
  public_id: string
  pool: string
  home_tenant: string
  email: string
  email_key: string
  /** The folded address while it is not confirmed; `email_key` is the public id until then. Several accounts may claim one address. */
  claimed_key: ColumnType<string | null, string | null | undefined, string | null>
  name: string
  name_key: string
  /** What the name looks like, unique in the pool; null until it is computed, the public id if another member has the same one. */
  name_skeleton: ColumnType<string | null, string | null | undefined, string | null>
  password_hash: string
  language: string
  status: ColumnType<AccountStatus, string | undefined, string>
  /** Changed only by `setPremium`, since the main photo may change with it. */
  paid_user: Generated<boolean>
  notifications_disabled: Generated<string[]>
  signup_date: Instant
  deleted_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** What a deleted account comes back as. */
  deleted_status: ColumnType<AccountStatus | null, string | null | undefined, string | null>
  /** The day of `last_seen_at`: the search's order changes at most once a day. */
  active_day: ColumnType<string, string, string>
  tracking: ColumnType<Record<string, string>, string | undefined, string>
  consent: ColumnType<Record<string, unknown>, string, string>
  profile_status: ColumnType<'disabled' | 'active', string | undefined, string>
  gender: string
  looking_for: Generated<string[]>
  date_of_birth: ColumnType<string, string, string>
  country: string
  region: string | null
  interests: Generated<string[]>
  intimate_shown_to: ColumnType<IntimateAudience, IntimateAudience | undefined, IntimateAudience>
  about: string | null
  signup_message: string | null
  fictional: Generated<boolean>
  shown_to_visitors: Generated<boolean>
  main_photo_id: number | null
  signup_complete: Generated<boolean>
  signup_interest_id: number | null
  age_proven_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  age_proven_by: string | null
  age_proven_over: number | null
  sexuality: string | null
  relationship_status: string | null
  body_type: string | null
  hair_colour: string | null
  eye_colour: string | null
  tattoos: string | null
  reason: string | null
  wishes: string | null
  limits: string | null
  hidden_fields: Generated<string[]>
  push_off: Generated<string[]>
  shown_in: Generated<string[]>
  /** The last search; null: the member has made none. */
  search: ColumnType<MemberFilters | null, string | null | undefined, string | null>
  /** Wants no company-made profiles in searches and suggestions. */
  hides_fictional: Generated<boolean>
  /** When the popup of the time bonus was shown. */
  bonus_popup_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** Agreed that newcomers are greeted in their name. */
  greets_newcomers: Generated<boolean>
  prompts: ColumnType<AnsweredPrompt[], string | undefined, string>
  shows_visits: Generated<boolean>
  /** The day on which the member last stopped showing visits. */
  hid_visits_on: ColumnType<string | null, string | null | undefined, string | null>
  /** Conversations opened without paying, over the account's whole life. */
  free_conversations: Generated<number>
  /** Others may send gifts, and see those received so far. */
  accepts_gifts: Generated<boolean>
  shows_presence: Generated<boolean>
  shows_typing: Generated<boolean>
  shows_read: Generated<boolean>
  /** The day of the last automatic greeting they got. */
  greeted_on: ColumnType<string | null, string | null | undefined, string | null>
}

interface PresenceTable {
  member_id: number
  last_seen_at: Instant
}

export interface MembersTables {
  members: MembersTable
  presence: PresenceTable
}

export type MemberRow = Selectable<MembersTable>
export type NewMember = Insertable<MembersTable>
