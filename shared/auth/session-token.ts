import { keptSeconds } from '../rules/retention.ts'
import { equalText, hmac } from './bytes.ts'

/** A session lives 30 days (docs/requirements.tsv) and is renewed at most once a day. In seconds. */
export const SESSION_SECONDS = keptSeconds('session')
export const RENEWAL_SECONDS = 24 * 3600

/**
 * The token `<id>.<expiry>.<mac>` of a session. The mac covers the tenant, so a token of one brand is invalid on another, and the edge recognizes an
 * expired or foreign one without calling the origin.
 * @param id 256 random bits, url-safe
 * @param expiry seconds since 1970
 */
export async function sessionToken(secret: string, tenant: string, id: string, expiry: number): Promise<string> {
  return `${id}.${expiry}.${await hmac(secret, `session\n${tenant}\n${id}\n${expiry}`)}`
}

/** The id and expiry of a token of this tenant that hasn't expired; otherwise null. `now` in ms. */
export async function readSessionToken(
  secret: string,
  tenant: string,
  token: string,
  now: number
): Promise<{ id: string; expiry: number } | null> {
  const found = /^([A-Za-z0-9_-]{43})\.(\d{1,12})\.([A-Za-z0-9_-]{43})$/.exec(token)
  if (!found) return null
  const [, id = '', expiry = '', mac = ''] = found
  if (!equalText(mac, await hmac(secret, `session\n${tenant}\n${id}\n${expiry}`))) return null
  return Number(expiry) * 1000 > now ? { id, expiry: Number(expiry) } : null
}

/** Will the origin renew the session of this valid token on the next request? `now` in ms. */
export function isRenewalDue(token: string, now: number): boolean {
  const expiry = Number(token.split('.')[1])
  return (expiry - SESSION_SECONDS + RENEWAL_SECONDS) * 1000 <= now
}
