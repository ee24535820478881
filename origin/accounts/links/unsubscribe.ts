import { announce } from '../../events/announce.ts'
import { HttpError } from '../../http/http-error.ts'
import type { Mailing } from '../../mails/queue-mail.ts'
import { lockMembers } from '../../members/lock-members.ts'
import { areEnded, endKind, endKinds } from '../../notifications/end-mails.ts'
import { updateWanted, wantsStatement } from '../../statements/store.ts'
import { findToken, type Token } from './tokens.ts'

/**
 * Unsubscribes the member from the kind of mail that contained the link; a link without a kind ends all mails about other members. It does so each
 * time, and other mails' links keep working: mail programs retry, and the member may have subscribed again in between.
 * Throws `link_expired` for any other token.
 */
export async function unsubscribe(context: Mailing, token: string): Promise<void> {
  const found = await findToken(context, token)
  if (found?.state !== 'open' || found.purpose !== 'unsubscribe') throw new HttpError('link_expired')
  const { member, kind } = found
  await lockMembers(context.db, [member])
  if (kind === null) await endKinds(context.db, member)
  else if (kind === 'statement') await updateWanted(context.db, member, false)
  else await endKind(context.db, member, kind)
  await announce(context, [{ to: member, type: 'notifications_changed', data: {} }])
}

/** Are the mails that this link is for turned off already, by any link or in the settings? */
export async function isUnsubscribed({ db }: Pick<Mailing, 'db'>, { member, kind }: Token): Promise<boolean> {
  return kind === 'statement' ? !(await wantsStatement(db, member)) : await areEnded(db, member, kind)
}
