/** How many days after signing up someone is a newcomer: marked in the search, and greeted in the name of members who agreed to that. */
const NEWCOMER_DAYS = 7

/** How many newcomers at most are greeted in one member's name within 24 hours. */
export const GREETINGS_PER_DAY = 5

/** Is a member who signed up then still new? */
export function isNewcomer(signupDate: Date, now: Date): boolean {
  return now.getTime() - signupDate.getTime() < NEWCOMER_DAYS * 24 * 3600 * 1000
}
