import { announce } from '../../events/announce.ts'
import type { Context } from '../../http/handler.ts'
import { isDuplicate } from '../../http/failures.ts'
import { HttpError } from '../../http/http-error.ts'
import { isBannedAddress } from '../../moderation/banned-addresses.ts'
import { confirmAddress } from './confirm-address.ts'
import { foldKey } from '../names/fold-key.ts'
import type { LinkPassword } from './link-password.ts'
import { findByEmail, lockMember, updateEmail } from '../store.ts'
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
  const { db, pool } = context
  const spent = await spendToken(context, token, 'change_mail')
  if (!spent?.email) throw new HttpError('link_expired')
  const key = foldKey(spent.email)
  if (await findByEmail(db, pool, key)) throw new HttpError('link_expired')
  if (await isBannedAddress(context.deps, db, { pool, address: spent.email }, context.now)) throw new HttpError('link_expired')
  const before = await lockMember(db, spent.member)
  const member = await updateEmail(db, spent.member, { email: spent.email, email_key: key }).catch((error: unknown) => {
    // Someone took it at the same moment.
    throw isDuplicate(error) ? new HttpError('link_expired') : error
  })
  await confirmAddress(context, { ...(before ?? member), email: spent.email }, { token, password })
  await endTokens(context, member.id)
  await announce(context, [{ to: member.id, type: 'address_changed', data: {} }])
}
