import { announce } from '../../events/announce.ts'
import { HttpError } from '../../http/http-error.ts'
import type { Mailing } from '../../mails/queue-mail.ts'
import { endKind, endKinds } from '../../notifications/end-mails.ts'
import { updateWanted } from '../../statements/store.ts'
import { spendToken } from './tokens.ts'

/**
 * Unsubscribes the member from the kind of mail that contained the link; a link without a kind ends all mails about other members.
 * Throws `link_expired` for any other token.
 */
export async function unsubscribe(context: Mailing, token: string): Promise<void> {
  const spent = await spendToken(context, token, 'unsubscribe')
  if (!spent) throw new HttpError('link_expired')
  if (spent.kind === null) await endKinds(context.db, spent.member)
  else if (spent.kind === 'statement') await updateWanted(context.db, spent.member, false)
  else await endKind(context.db, spent.member, spent.kind)
  await announce(context, [{ to: spent.member, type: 'notifications_changed', data: {} }])
}
