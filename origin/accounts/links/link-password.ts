import type { MemberRow } from '../../db/tables/members.ts'
import type { Context } from '../../http/handler.ts'
import { invalidField } from '../../http/http-error.ts'
import { isAddressOwn } from '../account-mails.ts'
import { refuseCommonPassword } from '../passwords/common-passwords.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { wasSignedUpHere } from '../life-cycle/signup-cookie.ts'
import { findMember } from '../store.ts'
import { findToken, type Token } from './tokens.ts'

type Reading = Pick<Context<'useToken'>, 'db' | 'deps' | 'tenant' | 'viewer' | 'cookies' | 'now'>

/** The password sent with a link that asks for one: as typed, and its hash. */
export interface LinkPassword {
  typed: string
  hash: string
}

/**
 * Does this link ask for a password? Anyone can sign up with anyone's address, so the reader of the mail chooses the password of an account that was
 * never confirmed, unless their browser is the one that signed up or is logged in to it.
 */
export async function asksPassword(reading: Reading, { member: id, purpose, state, used }: Token): Promise<boolean> {
  if (state !== 'open' || !CONFIRMING.has(purpose)) return false
  const member = await findMember(reading.db, id)
  // Used again, the link asks for the same password as the first time.
  return member !== undefined && (!isAddressOwn(member) || used) && !(await isOwnBrowser(reading, member))
}

/** Is this the link of a member whose address was confirmed before, and bounced? A used one may have been what confirmed it. */
export async function isForMailsAgain(db: Reading['db'], { member: id, purpose, used }: Token): Promise<boolean> {
  if (purpose !== 'activate' || used) return false
  const member = await findMember(db, id)
  return member !== undefined && isAddressOwn(member)
}

/** Links that confirm the address they were mailed to; the one to set a password has a form of its own. */
const CONFIRMING: ReadonlySet<string> = new Set<Token['purpose']>(['activate', 'change_mail', 'reactivate'])

/** Is this the browser that signed up, or one that is logged in to the account? */
export async function isOwnBrowser(reading: Omit<Reading, 'db'>, member: MemberRow): Promise<boolean> {
  return reading.viewer?.id === member.id || (await wasSignedUpHere(reading, member))
}

/**
 * The password of a link that asks for one; null for any other link. Throws the field error `password` if it is missing or too common.
 */
export async function readLinkPassword(
  reading: Reading & { body: { token: string; password?: string | undefined } }
): Promise<LinkPassword | null> {
  const found = await findToken(reading, reading.body.token)
  if (!found || !(await asksPassword(reading, found))) return null
  const { password } = reading.body
  if (password === undefined) throw invalidField('password', 'required')
  refuseCommonPassword(password)
  return { typed: password, hash: await hashPassword(password) }
}
