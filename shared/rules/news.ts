/** How often a member can be mailed about news of a kind. */
export const FREQUENCIES = ['at_once', 'daily', 'weekly', 'never'] as const
export type Frequency = (typeof FREQUENCIES)[number]

/** Why an address no longer gets mails about members. */
export const DISABLED_REASONS = ['spam_complaint', 'bounce', 'unsubscribe'] as const
export type DisabledReason = (typeof DISABLED_REASONS)[number]

/** A kind of news: what a member can be notified of while they are away. */
interface NewsRow {
  /** How often it is mailed until the member chooses: actions of others are on by default; tips and offers are opt-in. */
  frequency: Frequency
  /**
   * Templates of the mails about it (`mail.<template>.*` in the texts): one sent at once, another if it is mutual, and one for what was collected
   * over a day or a week. Null: nothing is mailed yet and settings don't offer the kind; a stored choice is kept until they do.
   */
  mails: { at_once: string; mutual: string | null; gathered: string } | null
  /** Kinds of push about it (`push.<kind>`), each with its own switch in the settings. */
  pushes: readonly string[]
}

/**
 * Every kind of news, one row each. Schemas, settings, mails, pushes and their types derive from it; tests/origin/news.test.ts compares the
 * database's own checks. `WHAT_IS_NEW` (origin/digests/what-is-new.ts) queries what is new and names the page that shows it.
 */
export const NEWS = {
  messages: {
    frequency: 'at_once',
    mails: { at_once: 'new_message', mutual: null, gathered: 'messages_digest' },
    pushes: ['message']
  },
  likes: {
    frequency: 'daily',
    mails: { at_once: 'new_like', mutual: 'new_match', gathered: 'likes_digest' },
    pushes: ['like', 'match']
  },
  visits: { frequency: 'never', mails: null, pushes: [] },
  tips: { frequency: 'never', mails: null, pushes: [] },
  offers: { frequency: 'never', mails: null, pushes: [] }
} as const satisfies Record<string, NewsRow>

type Table = typeof NEWS

/** What a member can be mailed about besides their account. */
export type MailKind = keyof Table
/** Kinds that are mailed. */
export type MailedKind = { [K in MailKind]: Table[K]['mails'] extends null ? never : K }[MailKind]
/** Kinds of push; each is on until the member turns it off, for all their devices. */
export type PushKind = Table[MailKind]['pushes'][number]
/** Templates of the mails about news. */
export type NewsTemplate = Exclude<NonNullable<Table[MailKind]['mails']>[keyof NonNullable<Table[MailKind]['mails']>], null>

export const MAIL_KINDS = /* @__PURE__ */ Object.keys(NEWS) as MailKind[]
export const MAILED_KINDS = /* @__PURE__ */ MAIL_KINDS.filter((kind): kind is MailedKind => NEWS[kind].mails !== null)
export const PUSH_KINDS: readonly PushKind[] = /* @__PURE__ */ MAIL_KINDS.flatMap((kind) => NEWS[kind].pushes)

/** Is it the template for collected news? */
export function isGathered(template: string): boolean {
  return MAIL_KINDS.some((kind) => NEWS[kind].mails?.gathered === template)
}

/** A record with a value for each name. */
// @__NO_SIDE_EFFECTS__
export function recordOf<K extends string, V>(names: readonly K[], value: (name: K) => V): Record<K, V> {
  return Object.fromEntries(names.map((name) => [name, value(name)])) as Record<K, V>
}
