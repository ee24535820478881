import { accountMay } from '../../../shared/rules/account-state.ts'
import { fieldError } from '../../../shared/api/errors.ts'
import type { MemberRow } from '../../db/tables/members.ts'
import type { MemberContext } from '../../http/handler.ts'
import { HttpError } from '../../http/http-error.ts'
import { countFailure, failureKeys, deleteFailures, guardAttempt, refuseBlocked, type FailureKeys } from '../sessions/login-failures.ts'
import { verifyPassword } from './passwords.ts'
import { lockMember } from '../store.ts'

type Asking = MemberContext<'changePassword' | 'requestMailChange' | 'deleteAccount' | 'startExport'>

/** The result of comparing the typed password with the member's. */
export interface OwnPassword {
  keys: FailureKeys
  right: boolean
}

/**
 * Is it the member's own password? Counted like log-ins but separately, so that a stolen session can't be used for guessing. Throws `login_blocked`,
 * before hashing anything, after too many wrong ones.
 */
export async function checkOwnPassword(context: Asking, password: string): Promise<OwnPassword> {
  const { db, viewer, now } = context
  const keys = await failureKeys(context, `session of ${viewer.public_id}`)
  await refuseBlocked(db, keys, now)
  return { keys, right: await verifyPassword(viewer.password_hash, password) }
}

/**
 * The member, locked, if the password was right; otherwise counts the failure and throws the error for `field`. Throws `authentication_required` if
 * the account is gone by now.
 */
export async function settleOwnPassword(context: Asking, { keys, right }: OwnPassword, field: string): Promise<MemberRow> {
  const { db, viewer, now } = context
  const member = await lockMember(db, viewer.id)
  await guardAttempt(db, keys, now)
  // Since the check, the account may have been deleted or the password changed.
  const permission = accountMay(viewer.status, 'be_heard') ? 'be_heard' : 'use'
  if (!member || !accountMay(member.status, permission)) throw new HttpError('authentication_required')
  if (!right || member.password_hash !== viewer.password_hash) {
    await countFailure(db, keys, now)
    throw new HttpError('invalid', { fields: [fieldError(field, 'old_password')], commit: true })
  }
  await deleteFailures(db, keys)
  return member
}
