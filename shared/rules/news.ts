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
  /** Are they on until the member turns them off? Otherwise they are off until the member turns them on (default of `members.push_off`). */
  pushed: boolean
  /** Field of `user.php` that counts how much of it the member hasn't seen yet; null if nothing is counted. */
  counter: string | null
  /** Is it part of the number in the title of a page, on the app's icon and in a push (unread messages and new likes)? */
  inTotal: boolean
}

/**
 * Every kind of news, one row each. Schemas, settings, mails, pushes, counters and their types derive from it; tests/origin/news.test.ts compares the
 * database's own checks. `WHAT_IS_NEW` (origin/digests/what-is-new.ts) queries what is new and names the page that shows it.
 */
export const NEWS = {
  messages: {
    frequency: 'at_once',
    mails: { at_once: 'new_message', mutual: null, gathered: 'messages_digest' },
    pushes: ['message'],
    pushed: true,
    counter: 'num_unread_messages',
    inTotal: true
  },
  likes: {
    frequency: 'daily',
    mails: { at_once: 'new_like', mutual: 'new_match', gathered: 'likes_digest' },
    pushes: ['like', 'match'],
    pushed: true,
    counter: 'num_new_likes',
    inTotal: true
  },
  visits: {
    frequency: 'never',
    mails: { at_once: 'new_visit', mutual: null, gathered: 'visits_digest' },
    pushes: ['visit'],
    pushed: false,
    counter: 'num_new_visits',
    inTotal: false
  },
  tips: { frequency: 'never', mails: null, pushes: [], pushed: false, counter: null, inTotal: false },
  offers: { frequency: 'never', mails: null, pushes: [], pushed: false, counter: null, inTotal: false }
} as const satisfies Record<string, NewsRow>

type Table = typeof NEWS

/** What a member can be mailed about besides their account. */
export type MailKind = keyof Table
/** Kinds that are mailed. */
export type MailedKind = { [K in MailKind]: Table[K]['mails'] extends null ? never : K }[MailKind]
/** Kinds of push; each is on or off for all of a member's devices. */
export type PushKind = Table[MailKind]['pushes'][number]
/** Fields of `user.php` that count news. */
export type Counter = Table[MailedKind]['counter']
/** Templates of the mails about news. */
export type NewsTemplate = Exclude<NonNullable<Table[MailKind]['mails']>[keyof NonNullable<Table[MailKind]['mails']>], null>

/** What the link in a mail can end: mails about a kind of news, or the monthly statement. */
export type EndedMail = MailedKind | 'statement'

export const MAIL_KINDS = /* @__PURE__ */ Object.keys(NEWS) as MailKind[]
export const MAILED_KINDS = /* @__PURE__ */ MAIL_KINDS.filter((kind): kind is MailedKind => NEWS[kind].mails !== null)
export const PUSH_KINDS: readonly PushKind[] = /* @__PURE__ */ MAIL_KINDS.flatMap((kind) => NEWS[kind].pushes)

export const COUNTERS: readonly Counter[] = /* @__PURE__ */ MAILED_KINDS.map((kind) => NEWS[kind].counter)

/** How much of everything in the total a member hasn't seen: the number in the title of a page, on the app's icon and in a push. */
export function allUnseen(counters: Readonly<Record<Counter, number>>): number {
  return MAILED_KINDS.reduce((sum, kind) => sum + (NEWS[kind].inTotal ? counters[NEWS[kind].counter] : 0), 0)
}

/** Is it the template for collected news? */
export function isGathered(template: string): boolean {
  return MAIL_KINDS.some((kind) => NEWS[kind].mails?.gathered === template)
}

/** A record with a value for each name. */
// @__NO_SIDE_EFFECTS__
export function recordOf<K extends string, V>(names: readonly K[], value: (name: K) => V): Record<K, V> {
  return Object.fromEntries(names.map((name) => [name, value(name)])) as Record<K, V>
}
