/**
 * Minimum duration in real ms of an answer that mails a member's address but not a stranger's, or the other way round: longer than either takes.
 */
export const EVEN_TIME = 100

/** The same for a sign-up, which hashes a password and does more. */
export const SIGNUP_TIME = 150
