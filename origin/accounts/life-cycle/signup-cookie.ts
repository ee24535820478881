import { equalText, hmac } from '../../../shared/auth/bytes.ts'
import { ORIGIN_COOKIES } from '../../../shared/auth/cookies.ts'
import { SIGNUP_HOURS } from '../../../shared/rules/retention.ts'
import type { MemberRow } from '../../db/tables/members.ts'
import type { Context } from '../../http/handler.ts'

type Marking = Pick<Context<'signUp'>, 'deps' | 'tenant' | 'now'>

/** How long a browser is recognized as the one that signed up, in seconds. */
const LIFE = SIGNUP_HOURS * 3600

/**
 * The `Set-Cookie` that identifies the browser that signed up when the mailed link is opened. It reveals nothing about the account to anyone but this
 * origin.
 */
export async function signupCookie(marking: Marking, { public_id: id }: Pick<MemberRow, 'public_id'>): Promise<string> {
  const expiry = Math.floor(marking.now.getTime() / 1000) + LIFE
  return `${ORIGIN_COOKIES.signup}=${expiry}.${await macOf(marking, id, expiry)}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${LIFE}`
}

/** Was this account made in the browser that sends these cookies, less than a day ago? */
export async function wasSignedUpHere(
  { cookies, ...marking }: Marking & Pick<Context<'signUp'>, 'cookies'>,
  { public_id: id }: Pick<MemberRow, 'public_id'>
): Promise<boolean> {
  const [, expiry, mac] = /(?:^|;\s*)signup=(\d{1,12})\.([\w-]{43})(?:;|$)/.exec(cookies) ?? []
  if (!expiry || !mac || Number(expiry) * 1000 <= marking.now.getTime()) return false
  return equalText(mac, await macOf(marking, id, Number(expiry)))
}

function macOf({ deps, tenant }: Marking, publicId: string, expiry: number): Promise<string> {
  return hmac(deps.secrets.app, `signed up\n${tenant.settings.id}\n${publicId}\n${expiry}`)
}
