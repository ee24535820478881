/** The terms are of this day at the earliest (SPEC §9). */
const FIRST = '2023-12-01'

/** Version of the terms, a day `YYYY-MM-DD`: the first one's, or the day the company was added when that is later. */
export function termsVersion(companyAdded: string): string {
  return companyAdded > FIRST ? companyAdded : FIRST
}
