/**
 * Real ms an answer takes at least where a member's address is mailed and a stranger's is not, or the other way round: longer than
 * either takes.
 */
export const EVEN_TIME = 100

/** The same for a sign-up, which hashes a password and does more. */
export const SIGNUP_TIME = 150
