/**
 * How long what is about somebody is kept, in whole days. Sweeps, cookies and links take these figures, and the privacy page tells them:
 * nothing else says one.
 */
export const KEPT_DAYS = {
  /** In which a deleted account can be restored; then it is erased. */
  reactivation: 14,
  /** A log-in, from the member's last visit (SPEC §9). */
  session: 30,
  /** What was sent, without its text. */
  mail: 7,
  /** The link with the longest life: mails are kept and read late, and who has had enough must not need to log in. */
  link: 60,
  /** That a link has ended is known for this much longer. */
  ended_link: 30,
  /** A complaint, from its answer: twice as long as one may object to it. */
  complaint: 365,
  /** The campaign of a sign-up, with consent. */
  campaign: 30,
  /** What tells open pages of changes. */
  event: 3,
  /** Answers to requests that may be repeated. */
  answer: 2,
  /** Cookies of what a reader has chosen. */
  cookie: 365
} as const

/** How long a browser is known as the one that signed up. */
export const SIGNUP_HOURS = 24

const DAY_SECONDS = 24 * 3600

/** The same in seconds, for cookies. */
export const keptSeconds = (what: keyof typeof KEPT_DAYS) => KEPT_DAYS[what] * DAY_SECONDS

/** What is older than this has been kept for long enough. */
export const keptSince = (what: keyof typeof KEPT_DAYS, now: Date) => new Date(now.getTime() - keptSeconds(what) * 1000)
