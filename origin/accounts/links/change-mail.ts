import { announce } from '../../events/announce.ts'
import type { Context } from '../../http/handler.ts'
import { HttpError } from '../../http/http-error.ts'
import { confirmAddress } from './confirm-address.ts'
import type { LinkPassword } from './link-password.ts'
import { takeAddress } from './take-address.ts'
import { endTokens, spendToken } from './tokens.ts'

/**
 * Makes the address that received this token the member's. Their other links end, because they went to the old address. Throws `link_expired` for any
 * other token, and if someone else has the address by now, or it is banned.
 * @param password the password sent with a link that asks for one
 */
export async function changeMail(
  context: Pick<Context<'useToken'>, 'db' | 'deps' | 'tenant' | 'pool' | 'now' | 'viewer' | 'sessionHash' | 'cookies' | 'afterCommit'>,
  token: string,
  password: LinkPassword | null
): Promise<void> {
  const spent = await spendToken(context, token, 'change_mail')
  if (!spent?.email) throw new HttpError('link_expired')
  const member = await takeAddress(context, spent.member, spent.email)
  await confirmAddress(context, member, { token, password })
  await endTokens(context, member.id)
  await announce(context, [{ to: member.id, type: 'address_changed', data: {} }])
}
