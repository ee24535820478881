import { accountMay } from '../../../shared/rules/account-state.ts'
import { fieldError } from '../../../shared/api/errors.ts'
import type { MemberContext } from '../../http/handler.ts'
import { HttpError } from '../../http/http-error.ts'
import { homeOf, mailAccountExists, mailNotice } from '../account-mails.ts'
import { takeOfDay } from '../daily-quota.ts'
import { foldKey } from '../names/fold-key.ts'
import { settleOwnPassword, type OwnPassword } from '../passwords/own-password.ts'
import { findByEmail } from '../store.ts'
import { sendAddressLink } from './send-address-link.ts'

/** Addresses a member may try per day: the form reveals which of them have an account. */
export const MAIL_CHANGE_TRIES = 5

/**
 * Mails a confirmation to the new address and a notice to the old one. Throws the field errors `old_password` and `email_taken` (also for their
 * current address), and `limit_reached` after five tries a day, including taken addresses. Anyone can have an unconfirmed account: there, a taken
 * address gets the same answer as a free one and its owner is notified, unless the tenant wants an error (`explicit_account_errors`).
 */
export async function requestMailChange(context: MemberContext<'requestMailChange'>, own: OwnPassword): Promise<void> {
  const { db, tenant, pool, body } = context
  const member = await settleOwnPassword(context, own, 'password')
  if (!(await takeOfDay(context, `mail change\n${member.public_id}`, MAIL_CHANGE_TRIES))) throw new HttpError('limit_reached')
  const owner = await findByEmail(db, pool, foldKey(body.email))
  if (owner && (!accountMay(member.status, 'confirm') || tenant.settings.explicit_account_errors)) {
    // The try counts all the same.
    throw new HttpError('invalid', { fields: [fieldError('email', 'email_taken')], commit: true })
  }
  if (owner) await mailAccountExists(context, owner)
  else await sendAddressLink(context, member, { address: body.email, purpose: 'change_mail' })
  await mailNotice({ ...context, tenant: homeOf(context, member) }, member, 'mail_change_asked')
}
