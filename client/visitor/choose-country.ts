import { keptSeconds } from '../../shared/rules/retention.ts'

const YEAR = keptSeconds('cookie')

/** Stores the country to be treated as for a year and loads the page again in it; an empty one forgets it. */
export function chooseCountry(country: string): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  // oxlint-disable-next-line unicorn/no-document-cookie -- cookieStore is not in every browser, and needs https
  document.cookie = `country=${country}; Path=/; SameSite=Lax; Max-Age=${country === '' ? 0 : YEAR}${secure}`
  window.location.reload()
}
