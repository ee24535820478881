import type { Contract } from '../../../shared/api/contract.ts'
import type { EndpointOutput } from '../../../shared/api/endpoint.ts'
import type { TokenPurpose } from '../../../shared/api/links.ts'
import type { Context } from '../../http/handler.ts'
import { HttpError } from '../../http/http-error.ts'
import { activate } from './activate.ts'
import { changeMail } from './change-mail.ts'
import { isForMailsAgain, type LinkPassword } from './link-password.ts'
import { reactivate } from './reactivate.ts'
import { findToken } from './tokens.ts'
import { unlockLogin } from '../sessions/unlock-login.ts'
import { unsubscribe } from './unsubscribe.ts'

type UseToken = Context<'useToken'>

/** What each link does when used. A password reset link only opens the form. */
const USES: Record<TokenPurpose, (context: UseToken, token: string, password: LinkPassword | null) => Promise<void>> = {
  activate,
  change_mail: changeMail,
  unlock: unlockLogin,
  unsubscribe,
  reactivate,
  reset_password: async () => {}
}

/**
 * Does what a mailed link is for and returns what that was. Throws `link_expired` for a link that is invalid or no longer valid.
 * @param password the password sent with a link that asks for one
 */
export async function useToken(context: UseToken, password: LinkPassword | null): Promise<EndpointOutput<Contract['useToken']>> {
  const { token, one_click: oneClick } = context.body
  const found = await findToken(context, token)
  if (found?.state !== 'open') throw new HttpError('link_expired')
  if (oneClick && found.purpose !== 'unsubscribe') throw new HttpError('link_expired')
  const mailsAgain = await isForMailsAgain(context.db, found)
  await USES[found.purpose](context, token, password)
  return { purpose: found.purpose, ...(mailsAgain && { mails_again: true }) }
}
