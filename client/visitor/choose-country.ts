import { writeCookie } from '../session/write-cookie.ts'

/** Stores the country to be treated as for a year and reloads the page; an empty one deletes the choice. */
export function chooseCountry(country: string): void {
  writeCookie('country', country)
  window.location.reload()
}
