import type { Context } from '../../http/handler.ts'
import { HttpError } from '../../http/http-error.ts'
import { lockWithContacts } from '../../members/contacts.ts'
import { confirmAddress } from './confirm-address.ts'
import type { LinkPassword } from './link-password.ts'
import { settleMember } from '../life-cycle/settle-member.ts'
import { lockMember } from '../store.ts'
import { findToken, spendToken } from './tokens.ts'

/**
 * Restores the deleted account whose mail had this token, with everything it had. The address is confirmed, since its owner has read the mail. It
 * logs no one in. Throws `link_expired` for any other token, and when the 14 days are over.
 * @param password the password sent with a link that asks for one
 */
export async function reactivate(
  context: Pick<Context<'useToken'>, 'db' | 'deps' | 'tenant' | 'now' | 'viewer' | 'sessionHash' | 'cookies' | 'afterCommit'>,
  token: string,
  password: LinkPassword | null
): Promise<void> {
  const { db } = context
  const found = await findToken(context, token)
  if (found?.state === 'open') await lockWithContacts(db, found.member)
  const spent = await spendToken(context, token, 'reactivate')
  if (!spent || !(await settleMember(context, spent.member, 'restore'))) throw new HttpError('link_expired')
  const member = await lockMember(db, spent.member)
  if (member) await confirmAddress(context, member, { token, password })
}
