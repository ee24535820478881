import { authCookieName } from '../../shared/auth/session-token.ts'
import { cookie, YEAR } from './cookies.ts'
import type { Visitor } from './visitor.ts'

/** Cookies the edge itself sets with a page: language asked for, campaign of the visit, end of a dead session. */
export function visitorCookies(visitor: Visitor): string[] {
  const { https } = visitor
  const cookies: string[] = []
  if (visitor.askedLanguage) cookies.push(cookie('locale', visitor.askedLanguage, { seconds: YEAR, https }))
  if (visitor.newTracking && visitor.tracking) {
    const value = encodeURIComponent(new URLSearchParams(visitor.tracking).toString())
    if (value.length <= 512) cookies.push(cookie('visit', value, { httpOnly: true, https }))
  }
  if (visitor.devCountry && /^[A-Z]{2}$/.test(visitor.devCountry)) cookies.push(cookie('dev_country', visitor.devCountry, { https }))
  if (visitor.staleSession) cookies.push(cookie(authCookieName(https), '', { seconds: 0, httpOnly: true, https }))
  return cookies
}
