/** Kinds of discount: a code that is typed in, or one of the product's own offers. */
export type DiscountKind = 'code' | 'time_bonus' | 'welcome' | 'leaving'

export const DISCOUNT_VALIDITIES = ['once-per-user', 'unlimited'] as const
export type DiscountValidity = (typeof DISCOUNT_VALIDITIES)[number]

/** Why a code doesn't apply; the text is `discount.<refusal>`. In the order in which they are checked. */
export const DISCOUNT_REFUSALS = ['not_found', 'used', 'expired', 'country', 'currency', 'method', 'minimum'] as const
export type DiscountRefusal = (typeof DISCOUNT_REFUSALS)[number]

/** The longest code that can be typed, in characters. */
export const CODE_LENGTH = 40

/** A code as it is stored: in capitals, without the spaces that come with copying. */
export function normalizeCode(code: string): string {
  return code.replace(/\s+/g, '').toUpperCase()
}

/** How long after signing up the time bonus lasts, in seconds (docs/requirements.tsv). */
export const TIME_BONUS_SECONDS = 14_400

/** The code of the offer for staying, which every member may have for themselves. */
export const LEAVING_CODE = 'STAY'
/** The one offer for staying, in percent: less than what new members get, so that an expired offer doesn't come back. */
export const LEAVING_PERCENTAGE = 20
/** How long it can be used, in days. */
export const LEAVING_DAYS = 7

/** How long after signing up the welcome code lasts, in days. */
export const WELCOME_DAYS = 7

/** When a member's time bonus ends; nothing extends it. */
export function timeBonusEnds(signupDate: Date): Date {
  return new Date(signupDate.getTime() + TIME_BONUS_SECONDS * 1000)
}

/** Could someone who signed up then still have the welcome code? */
export function isNewMember(signupDate: Date, now: Date): boolean {
  return now < welcomeEnds(signupDate)
}

/** When the welcome code of a member ends. */
export function welcomeEnds(signupDate: Date): Date {
  return new Date(signupDate.getTime() + WELCOME_DAYS * 86_400_000)
}
