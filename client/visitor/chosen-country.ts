import { useSyncExternalStore } from 'react'

const YEAR = 365 * 24 * 3600

/** The country the reader asked to be treated as, from its cookie; empty for "where I am", and on the server, which does not tell. */
export function useChosenCountry(): string {
  return useSyncExternalStore(unchanging, read, () => '')
}

/** Stores the choice for a year and loads the page again in it; an empty one forgets it. */
export function chooseCountry(country: string): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  // oxlint-disable-next-line unicorn/no-document-cookie -- cookieStore is not in every browser, and needs https
  document.cookie = `country=${country}; Path=/; SameSite=Lax; Max-Age=${country === '' ? 0 : YEAR}${secure}`
  window.location.reload()
}

const unchanging = () => () => {}

function read(): string {
  return /(?:^|;\s*)country=([A-Z]{2})(?:;|$)/.exec(document.cookie)?.[1] ?? ''
}
