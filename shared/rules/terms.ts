/** The earliest version of the terms (SPEC §9). */
const FIRST = '2023-12-01'

/** Version of the terms, a date `YYYY-MM-DD`: the first version's, or the day the company was added if that is later. */
export function termsVersion(companyAdded: string): string {
  return companyAdded > FIRST ? companyAdded : FIRST
}

/** Date of the privacy page's current texts; change it along with the texts. */
const PRIVACY = '2026-11-22'

/** Version of the privacy page of a company with terms of that version: a date. */
export function privacyVersion(terms: string): string {
  return terms > PRIVACY ? terms : PRIVACY
}
