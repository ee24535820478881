import { accountMay } from '../../../shared/rules/account-state.ts'
import type { MemberRow } from '../../db/tables/members.ts'
import type { Context } from '../../http/handler.ts'
import { HttpError } from '../../http/http-error.ts'
import { mailAccountExists } from '../account-mails.ts'
import { takeOfDay } from '../daily-quota.ts'
import { MAIL_CHANGE_TRIES } from '../links/request-mail-change.ts'
import { sendActivation } from '../links/send-activation.ts'
import { sendAddressLink } from '../links/send-address-link.ts'
import { foldKey } from '../names/fold-key.ts'
import { findByEmail, findClaims, lockMember } from '../store.ts'
import { wasSignedUpHere } from './signup-cookie.ts'

/**
 * Mails the link of a sign-up again, to its address or to another one, which it then confirms. Only for the browser that signed up; any other gets the
 * same answer. Whether an address has an account decides what is mailed and to whom, nothing else. Throws `limit_reached` beyond five a day.
 */
export async function resendSignup(context: Context<'resendSignup'>): Promise<void> {
  const { db, pool, body } = context
  const member = await signedUpHere(context)
  if (!member) return
  if (foldKey(body.to) === foldKey(body.email)) return await sendActivation(context, member, { limited: true })
  if (!(await takeOfDay(context, `mail change\n${member.public_id}`, MAIL_CHANGE_TRIES))) throw new HttpError('limit_reached')
  const owner = await findByEmail(db, pool, foldKey(body.to))
  if (owner) await mailAccountExists(context, owner)
  else await sendAddressLink(context, member, { address: body.to, purpose: 'activate' })
}

/** The unconfirmed account that this browser created with the address. */
async function signedUpHere(context: Context<'resendSignup'>): Promise<MemberRow | undefined> {
  const { db, pool, body, now } = context
  for (const claim of await findClaims(db, pool, foldKey(body.email), now)) {
    if (!(await wasSignedUpHere(context, claim))) continue
    const member = await lockMember(db, claim.id)
    return member && accountMay(member.status, 'confirm') ? member : undefined
  }
  return undefined
}
