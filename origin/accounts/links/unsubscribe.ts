import { announce } from '../../events/announce.ts'
import { HttpError } from '../../http/http-error.ts'
import type { Mailing } from '../../mails/queue-mail.ts'
import { endKind, endKinds } from '../../notifications/end-mails.ts'
import { spendToken } from './tokens.ts'

/** Sends the member no more mails of the kind that the link stood in; by a link without a kind none but those of the account itself. Throws `link_expired` for every other token. */
export async function unsubscribe(context: Mailing, token: string): Promise<void> {
  const spent = await spendToken(context, token, 'unsubscribe')
  if (!spent) throw new HttpError('link_expired')
  if (spent.kind === null) await endKinds(context.db, spent.member)
  else await endKind(context.db, spent.member, spent.kind)
  await announce(context, [{ to: spent.member, type: 'notifications_changed', data: {} }])
}
