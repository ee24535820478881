/** What a member may write to on the first day, in new contacts. */
const FIRST_DAY = 10
/** More of them for each further day of the account, up to so many days. */
const A_DAY = 2
const DAYS = 20
/** And for each conversation that the member began and the other one answered, up to so many. */
const AN_ANSWER = 3
const ANSWERS = 50

/**
 * How many members one may write to first within 24 hours: people who answer are the best sign that someone is no spammer, and days the
 * second best. Premium doubles it and has no way round it.
 * @param account days: whole ones since the sign-up; answered: conversations that the member began and the other one answered
 */
export function newContactsPerDay({ days, answered, paid }: { days: number; answered: number; paid: boolean }): number {
  const some = FIRST_DAY + A_DAY * Math.min(days, DAYS) + AN_ANSWER * Math.min(answered, ANSWERS)
  return paid ? 2 * some : some
}
