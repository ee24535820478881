import type { MailedKind } from '../../shared/api/notifications.ts'
import type { TokenPurpose } from '../../shared/api/tokens.ts'
import type { ComplaintKind } from '../../shared/rules/complaints.ts'
import type { ColumnType, Generated, Insertable, JSONColumnType, Selectable } from 'kysely'

/** Instants come and go as Date; `date` columns as `YYYY-MM-DD` text; bigint as number (origin/db/database.ts sets the parsers). */
type Instant = ColumnType<Date, Date, Date>

export interface TenantVersionsTable {
  tenant: string
  version: number
  settings: JSONColumnType<Record<string, unknown>>
  company: JSONColumnType<Record<string, unknown>>
  digest: string
  author: string
  created_at: Instant
}

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
  /** What the name looks like, in the pool only once; null until that is worked out, the public id where another one has it. */
  name_skeleton: ColumnType<string | null, string | null | undefined, string | null>
  password_hash: string
  language: string
  status: ColumnType<'not_confirmed' | 'confirmed' | 'banned' | 'deleted', string | undefined, string>
  /** Changed by `setPremium` alone: the main photo may be another one then. */
  paid_user: Generated<boolean>
  notifications_disabled: Generated<string[]>
  signup_date: Instant
  deleted_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  deleted_status: ColumnType<string | null, string | null | undefined, string | null>
  last_seen_at: Instant
  active_day: ColumnType<string, string, string>
  tracking: ColumnType<Record<string, string>, string | undefined, string>
  consent: ColumnType<Record<string, unknown>, string, string>
  event_counter: Generated<number>
  profile_status: ColumnType<'disabled' | 'active', string | undefined, string>
  gender: string
  looking_for: Generated<string[]>
  date_of_birth: ColumnType<string, string, string>
  country: string
  region: string | null
  interests: Generated<string[]>
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
}

export interface MailPreferencesTable {
  member_id: number
  kind: string
  frequency: string
}

export interface NewsMailsTable {
  member_id: number
  kind: MailedKind
  /** Both or neither. */
  first_at: Date | null
  due_at: Date | null
  mailed_at: Date | null
}

export interface PhotosTable {
  id: Generated<number>
  public_id: string
  member_id: number
  position: number
  status: 'pending' | 'active' | 'rejected'
  /** 64 digits of 0 and 1. */
  dhash: ColumnType<string | null, string | null | undefined, string | null>
  created_at: Instant
}

export interface LoosePhotosTable {
  public_id: string
  due_at: Instant
}

export interface RefusedPicturesTable {
  pool: string
  dhash: string
  created_at: Instant
}

export interface SessionsTable {
  id_hash: Buffer
  member_id: number
  tenant: string
  created_at: Instant
  renewed_at: Instant
  expires_at: Instant
  browser: Generated<string>
  system: Generated<string>
  country: Generated<string>
}

export interface TokensTable {
  token_hash: Buffer
  member_id: number
  tenant: string
  purpose: TokenPurpose
  email: ColumnType<string | null, string | null | undefined, never>
  kind: ColumnType<MailedKind | null, MailedKind | null | undefined, never>
  created_at: Instant
  expires_at: Instant
  used_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

export interface LoginFailuresTable {
  key: string
  failures: number
  first_at: Instant
  blocked_until: ColumnType<Date | null, Date | null | undefined, Date | null>
}

export interface DailyQuotasTable {
  key: string
  used: number
  first_at: Instant
}

export interface LikesTable {
  liker_id: number
  liked_id: number
  created_at: Instant
  is_new: Generated<boolean>
}

export interface BlocksTable {
  blocker_id: number
  blocked_id: number
  created_at: Instant
}

export interface ConversationsTable {
  id: Generated<number>
  public_id: string
  first_id: number
  second_id: number
  opened_by: number
  created_at: Instant
  last_position: Generated<number>
  last_message_at: Instant
}

export interface ParticipantsTable {
  conversation_id: number
  member_id: number
  other_id: number
  read_position: Generated<number>
  unread: Generated<number>
  deleted_position: Generated<number>
  last_message_at: Instant
  hidden: Generated<boolean>
}

export interface MessagesTable {
  id: Generated<number>
  public_id: string
  conversation_id: number
  position: number
  sender_id: number
  client_id: string
  text: string
  created_at: Instant
}

export interface EventsTable {
  member_id: number
  number: number
  type: string
  data: ColumnType<Record<string, unknown>, string, string>
  created_at: Instant
}

export interface IdempotencyKeysTable {
  subject: string
  entry: string
  key: string
  request_hash: Buffer
  answer: ColumnType<Record<string, unknown>, string, string>
  created_at: Instant
}

export interface MailsTable {
  id: Generated<number>
  tenant: string
  sender_name: string
  sender_address: string
  recipient: string
  subject: string
  text: string
  html: string
  links: ColumnType<string[], string, string>
  unsubscribe: ColumnType<string | null, string | null | undefined, string | null>
  created_at: Instant
  due_at: Instant
  attempts: Generated<number>
  sent_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  failed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

export interface BalancesTable {
  member_id: number
  credits: Generated<number>
}

export interface LedgerEntriesTable {
  id: Generated<number>
  movement: string
  account: 'member' | 'house'
  member_id: number
  credits: number
  reason: string
  created_at: Instant
}

export interface PageBouncesTable {
  tenant: string
  day: ColumnType<string, string, string>
  network: string
  lb: string
  bounces: Generated<number>
}

export interface ComplaintsTable {
  id: Generated<number>
  reference: string
  digest: Buffer
  tenant: string
  member_id: number | null
  kind: ComplaintKind
  page: string | null
  text: string
  earlier: string | null
  name: string | null
  email: string | null
  language: string
  created_at: Instant
  due_at: Instant
  /** All three or none. */
  answered_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  outcome: ColumnType<Outcome | null, Outcome | null | undefined, Outcome | null>
  answer: ColumnType<string | null, string | null | undefined, string | null>
  /** When the answer was mailed. */
  mailed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

/** How a complaint ends. */
export type Outcome = 'upheld' | 'refused'

export interface TenantSecretsTable {
  tenant: string
  name: 'vapid'
  public_value: string
  sealed: Buffer
  created_at: Instant
}

export interface PushSubscriptionsTable {
  id: Generated<number>
  session_hash: Buffer
  member_id: number
  tenant: string
  endpoint: string
  p256dh: string
  auth: string
  created_at: Instant
}

export interface PushNotesTable {
  id: Generated<number>
  subscription_id: number
  kind: 'message' | 'like' | 'match'
  path: string
  created_at: Instant
  due_at: Instant
  attempts: Generated<number>
}

export interface ProductionUseTable {
  only_row: Generated<boolean>
  since: Instant
}

export interface Tables {
  production_use: ProductionUseTable
  tenant_versions: TenantVersionsTable
  tenant_secrets: TenantSecretsTable
  members: MembersTable
  mail_preferences: MailPreferencesTable
  news_mails: NewsMailsTable
  photos: PhotosTable
  loose_photos: LoosePhotosTable
  refused_pictures: RefusedPicturesTable
  sessions: SessionsTable
  tokens: TokensTable
  login_failures: LoginFailuresTable
  daily_quotas: DailyQuotasTable
  likes: LikesTable
  blocks: BlocksTable
  conversations: ConversationsTable
  participants: ParticipantsTable
  messages: MessagesTable
  events: EventsTable
  idempotency_keys: IdempotencyKeysTable
  mails: MailsTable
  balances: BalancesTable
  ledger_entries: LedgerEntriesTable
  page_bounces: PageBouncesTable
  complaints: ComplaintsTable
  push_subscriptions: PushSubscriptionsTable
  push_notes: PushNotesTable
}

export type MemberRow = Selectable<MembersTable>
export type NewMember = Insertable<MembersTable>
