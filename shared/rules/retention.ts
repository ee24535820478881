/**
 * How long personal data is kept, in whole days. Sweeps, cookies, links and the privacy page all use these figures: they are defined only here.
 */
export const KEPT_DAYS = {
  /** How long a deleted account can be restored; then it is erased. */
  reactivation: 14,
  /** An account that was never confirmed and with which nothing was bought or written, from its last visit; then it is deleted. */
  unconfirmed: 30,
  /** A backup, which still has what was deleted after it (docs/OPERATIONS.md). */
  backup: 90,
  /** The mark of a deletion, for restored backups: as long as one, and the days in which the account can be restored. */
  deletion: 104,
  /** A session, from the member's last visit (docs/requirements.tsv). */
  session: 30,
  /** A sent mail, without its text. */
  mail: 7,
  /** The link that lives longest, for unsubscribing: mails are kept and read late, and unsubscribing must not require a log-in. */
  link: 60,
  /** How much longer a link is known to have ended. */
  ended_link: 30,
  /** A complaint, from its answer: twice the time for an appeal. */
  complaint: 365,
  /** A report with its copies, from the decision: six months for an appeal, and the time to answer it. */
  report: 200,
  /** What moderators did: as long as questions about it may arise. */
  moderation: 365,
  /** The keyed hash of a banned member's address, from the erasure of the account. */
  ban: 365,
  /** A mandate of direct debit that was never signed, from the end of its code. */
  code: 1,
  /** A mandate, from its last use, which ends with it: banks can ask for it for 13 months, and a month to answer. */
  mandate: 425,
  /** A visit to a profile, from the last one. */
  visit: 90,
  /** A like that was taken back, from when it was given: given again within that time, it isn't announced. */
  like_taken_back: 1,
  /** The campaign of a sign-up, with consent. */
  campaign: 30,
  /** How many visitors of a campaign left at once, by day: a count, about no one. */
  bounce: 90,
  /** Events, which notify open pages of changes. */
  event: 3,
  /** Answers to requests that may be repeated. */
  answer: 2,
  /** Cookies of what a reader has chosen. */
  cookie: 365
} as const

/** How long a browser is recognized as the one that signed up. */
export const SIGNUP_HOURS = 24

/** How long the limited session of a suspended or banned member lasts: it has no log-out. */
export const LIMITED_HOURS = 24

const DAY_SECONDS = 24 * 3600

/** The same in seconds, for cookies. */
export const keptSeconds = (what: keyof typeof KEPT_DAYS) => KEPT_DAYS[what] * DAY_SECONDS

/** The time before which everything has to be purged. */
export const keptSince = (what: keyof typeof KEPT_DAYS, now: Date) => new Date(now.getTime() - keptSeconds(what) * 1000)
