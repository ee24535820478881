/** The terms are of this day at the earliest (SPEC §9). */
const FIRST = '2023-12-01'

/** Version of the terms, a day `YYYY-MM-DD`: the first one's, or the day the company was added when that is later. */
export function termsVersion(companyAdded: string): string {
  return companyAdded > FIRST ? companyAdded : FIRST
}

/** The privacy page says since this day what it says; who changes its texts changes the day. */
const PRIVACY = '2026-11-22'

/** Version of the privacy page of a company with terms of that version, a day. */
export function privacyVersion(terms: string): string {
  return terms > PRIVACY ? terms : PRIVACY
}
