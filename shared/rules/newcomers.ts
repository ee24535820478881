/** For so many days after signing up, someone is a newcomer: marked in the search, and greeted in the name of those who want that. */
const NEWCOMER_DAYS = 7

/** In one member's name, at most so many newcomers are greeted within 24 hours. */
export const GREETINGS_PER_DAY = 5

/** Is a member who signed up then still new? */
export function isNewcomer(signupDate: Date, now: Date): boolean {
  return now.getTime() - signupDate.getTime() < NEWCOMER_DAYS * 24 * 3600 * 1000
}
