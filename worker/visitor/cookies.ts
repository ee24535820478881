import { keptSeconds } from '../../shared/rules/retention.ts'

/** Cookies of a request by name; the first of a name counts, since browsers send the most specific first. */
export function readCookies(header: string | null): Map<string, string> {
  const cookies = new Map<string, string>()
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=')
    if (at < 1) continue
    const name = part.slice(0, at).trim()
    if (!cookies.has(name)) cookies.set(name, part.slice(at + 1).trim())
  }
  return cookies
}

interface CookieOptions {
  seconds?: number
  httpOnly?: boolean
  https: boolean
}

export const YEAR = keptSeconds('cookie')

/** A `Set-Cookie` value for our own host: `Path=/; SameSite=Lax`, `Secure` on https; without `seconds` it is a session cookie. */
export function cookie(name: string, value: string, { seconds, httpOnly = false, https }: CookieOptions): string {
  return [
    `${name}=${value}`,
    'Path=/',
    'SameSite=Lax',
    ...(seconds === undefined ? [] : [`Max-Age=${seconds}`]),
    ...(httpOnly ? ['HttpOnly'] : []),
    ...(https ? ['Secure'] : [])
  ].join('; ')
}
