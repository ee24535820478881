/** New contacts that a member may write to on the first day. */
const FIRST_DAY = 10
/** Additional contacts per further day of the account, up to a maximum of days. */
const A_DAY = 2
const DAYS = 20
/** Additional contacts per answered conversation that the member began, up to a maximum. */
const AN_ANSWER = 3
const ANSWERS = 50

/**
 * How many new members someone may write to within 24 hours: people who answer are the best sign that someone isn't a spammer, and the age of the
 * account the second best. Premium doubles it but doesn't remove it.
 * @param account days: whole days since the sign-up; answered: conversations that the member began and the other one answered
 */
export function newContactsPerDay({ days, answered, paid }: { days: number; answered: number; paid: boolean }): number {
  const some = FIRST_DAY + A_DAY * Math.min(days, DAYS) + AN_ANSWER * Math.min(answered, ANSWERS)
  return paid ? 2 * some : some
}
