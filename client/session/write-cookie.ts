import { keptSeconds } from '../../shared/rules/retention.ts'

/** Stores a cookie for as long as cookies are kept; an empty value deletes it. */
export function writeCookie(name: string, value: string): void {
  const seconds = value === '' ? 0 : keptSeconds('cookie')
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // oxlint-disable-next-line unicorn/no-document-cookie -- cookieStore is not in every browser, and needs https
  document.cookie = `${name}=${value}; Path=/; SameSite=Lax; Max-Age=${seconds}${secure}`
}
