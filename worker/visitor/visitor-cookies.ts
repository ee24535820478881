import { browserCookieName, ORIGIN_COOKIES } from '../../shared/auth/cookies.ts'
import { cookie, YEAR } from './cookies.ts'
import type { Visitor } from './visitor.ts'

/** Cookies the edge itself sets with a page: requested language, campaign of the visit, removal of an invalid session. */
export function visitorCookies(visitor: Visitor): string[] {
  const { https } = visitor
  const cookies: string[] = []
  if (visitor.askedLanguage) cookies.push(cookie('locale', visitor.askedLanguage, { seconds: YEAR, https }))
  if (visitor.newTracking && visitor.tracking) {
    const value = encodeURIComponent(new URLSearchParams(visitor.tracking).toString())
    if (value.length <= 512) cookies.push(cookie('visit', value, { httpOnly: true, https }))
  }
  if (visitor.devCountry && /^[A-Z]{2}$/.test(visitor.devCountry)) cookies.push(cookie('dev_country', visitor.devCountry, { https }))
  if (visitor.staleSession) {
    cookies.push(cookie(browserCookieName(ORIGIN_COOKIES.session, https), '', { seconds: 0, httpOnly: true, https }))
  }
  return cookies
}

/** The `Cookie` header sent to the origin for a visitor: only its own cookies, under its own names. */
export function originCookies({ session, limited, signup }: Pick<Visitor, 'session' | 'limited' | 'signup'>): Record<string, string> {
  const known = { [ORIGIN_COOKIES.session]: session, [ORIGIN_COOKIES.limited]: limited, [ORIGIN_COOKIES.signup]: signup }
  const pairs = Object.entries(known).flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}`]))
  return pairs.length === 0 ? {} : { cookie: pairs.join('; ') }
}
