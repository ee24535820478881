/** The earliest version of the terms (docs/requirements.tsv). */
const FIRST = '2023-12-01'

/** Version of the terms, a date `YYYY-MM-DD`: the first version's, or the day the company was added if that is later. */
export function termsVersion(companyAdded: string): string {
  return companyAdded > FIRST ? companyAdded : FIRST
}

/** Date of the current texts about privacy and cookies; change it along with them. */
const PRIVACY = '2026-11-29'

/** Version of the pages about privacy and cookies of a company with terms of that version: a date. */
export function privacyVersion(terms: string): string {
  return terms > PRIVACY ? terms : PRIVACY
}
