/**
 * Cookies that the origin sets and reads by these names: the session, the limited one of a suspended or banned member, and the marker of the browser
 * that signed up.
 */
export const ORIGIN_COOKIES = { session: 'auth', limited: 'limited', signup: 'signup' } as const

/** Name of such a cookie in the browser: on https the prefix binds it to the host. */
export function browserCookieName(name: string, https: boolean): string {
  return https ? `__Host-${name}` : name
}
