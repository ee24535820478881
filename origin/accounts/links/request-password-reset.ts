import { accountMay } from '../../../shared/rules/account-state.ts'
import type { Context } from '../../http/handler.ts'
import { HttpError, invalidField } from '../../http/http-error.ts'
import { homeOf, mailLink } from '../account-mails.ts'
import { foldKey } from '../names/fold-key.ts'
import { takeOfDay } from '../daily-quota.ts'
import { findByEmail, findOldestClaim } from '../store.ts'

/** Reset mails per day for one address. */
const RESET_MAX = 3

/**
 * Mails the owner of the address a link to set a new password. The caller learns nothing: an address without an account gets the same answer and
 * counts the same, unless the tenant wants an error (`explicit_account_errors`). Throws `too_many_reset_mails` after three a day.
 */
export async function requestPasswordReset(context: Context<'requestPasswordReset'>): Promise<void> {
  const { db, tenant, pool, body, now } = context
  const key = foldKey(body.email)
  const member = (await findByEmail(db, pool, key)) ?? (await findOldestClaim(db, pool, key, now))
  const open = member !== undefined && accountMay(member.status, 'use')
  if (!open && tenant.settings.explicit_account_errors) {
    throw invalidField('email', 'email_not_found')
  }
  if (!(await takeOfDay(context, `reset\n${pool}\n${key}`, RESET_MAX))) throw new HttpError('too_many_reset_mails')
  if (open) await mailLink({ ...context, tenant: homeOf(context, member) }, member, 'reset_password')
}
