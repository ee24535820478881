/** Payments of this many days are compared with those of as many days before; a member is mailed about it at most once in as many. */
export const UNUSUAL_DAYS = 30

/** What a member has paid, in minor units of one currency. */
interface Spending {
  /** In the last days. */
  recent: number
  /** In the days before those. */
  before: number
  /** Price of the brand's most expensive bundle. */
  topPrice: number
}

/** Is it clearly more than before, and also a lot? Someone who buys little isn't mailed because they bought nothing last month. */
export function isUnusual({ recent, before, topPrice }: Spending): boolean {
  return recent > 2 * before && recent >= 3 * topPrice
}
