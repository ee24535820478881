import { keptSeconds } from '../../shared/rules/retention.ts'

const YEAR = keptSeconds('cookie')

/** Stores the country to be treated as for a year and reloads the page; an empty one deletes the choice. */
export function chooseCountry(country: string): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  // oxlint-disable-next-line unicorn/no-document-cookie -- cookieStore is not in every browser, and needs https
  document.cookie = `country=${country}; Path=/; SameSite=Lax; Max-Age=${country === '' ? 0 : YEAR}${secure}`
  window.location.reload()
}
