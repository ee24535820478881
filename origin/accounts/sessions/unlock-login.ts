import type { Context } from '../../http/handler.ts'
import { HttpError } from '../../http/http-error.ts'
import { deleteMemberFailures } from './login-failures.ts'
import { lockMember } from '../store.ts'
import { spendToken } from '../links/tokens.ts'

/** Ends the block after wrong passwords, since the owner has read the mail about it. Throws `link_expired` for any other token. */
export async function unlockLogin(
  context: Pick<Context<'useToken'>, 'db' | 'deps' | 'tenant' | 'pool' | 'now' | 'facts'>,
  token: string
): Promise<void> {
  const spent = await spendToken(context, token, 'unlock')
  const member = spent && (await lockMember(context.db, spent.member))
  if (!member) throw new HttpError('link_expired')
  await deleteMemberFailures(context, member)
}
