import { recordEvents } from '../events/record-event.ts'
import type { Context } from '../http/handler.ts'
import { Refusal } from '../http/refusal.ts'
import { addReason, removeReason } from '../notifications/store.ts'
import { spendToken } from './tokens.ts'

/** Sends the member no more mails but those of the account itself. Throws `link_expired` for every other token. */
export async function unsubscribe(
  context: Pick<Context<'useToken'>, 'db' | 'deps' | 'tenant' | 'now' | 'afterCommit'>,
  token: string
): Promise<void> {
  const spent = await spendToken(context, token, 'unsubscribe')
  if (!spent) throw new Refusal('link_expired')
  // Once, however many mails were unsubscribed from.
  await removeReason(context.db, spent.member, 'unsubscribe')
  await addReason(context.db, [spent.member], 'unsubscribe')
  await recordEvents(context, [{ member: spent.member, type: 'changed', data: { what: ['user', 'notifications'] } }])
}
