import { authCookieName } from '../../shared/auth/session-token.ts'

/** The origin knows the session cookie as `auth`; on https it leaves as `__Host-auth` with `Secure`. Every cookie is kept. */
export function translateSetCookies(from: Headers, to: Headers, https: boolean): void {
  for (const value of from.getSetCookie()) {
    to.append('set-cookie', https ? `${value.replace(/^auth=/, `${authCookieName(true)}=`)}; Secure` : value)
  }
}
