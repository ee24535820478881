import { browserCookieName, ORIGIN_COOKIES } from '../../shared/auth/cookies.ts'

const OWN_NAMES = new Set<string>(Object.values(ORIGIN_COOKIES))

/**
 * The origin knows its cookies as `auth` and `signup`; on https they are renamed to `__Host-auth` and so on, with `Secure`. Every cookie is passed
 * on.
 */
export function browserCookies(from: Headers, https: boolean): string[] {
  const named = (value: string) => value.replace(/^[^=]+/, (name) => (OWN_NAMES.has(name) ? browserCookieName(name, true) : name))
  return from.getSetCookie().map((value) => (https ? `${named(value)}; Secure` : value))
}

/** Copies the cookies into an answer. */
export function translateSetCookies(from: Headers, to: Headers, https: boolean): void {
  for (const value of browserCookies(from, https)) to.append('set-cookie', value)
}
