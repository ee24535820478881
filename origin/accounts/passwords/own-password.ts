import { accountMay } from '../../../shared/rules/account-state.ts'
import { fieldError } from '../../../shared/api/errors.ts'
import type { MemberRow } from '../../db/tables/members.ts'
import type { MemberContext } from '../../http/handler.ts'
import { HttpError } from '../../http/http-error.ts'
import { countFailure, failureKeys, deleteFailures, guardAttempt, refuseBlocked, type FailureKeys } from '../sessions/login-failures.ts'
import { verifyPassword } from './passwords.ts'
import { lockMember } from '../store.ts'

type Asking = MemberContext<'changePassword'> | MemberContext<'requestMailChange'> | MemberContext<'deleteAccount'>

/** What comparing the member's password with what was typed found out. */
export interface OwnPassword {
  keys: FailureKeys
  right: boolean
}

/**
 * Is it the member's own password? Counted like log-ins, apart from them: a borrowed session is no place to guess. Throws
 * `login_blocked` before anything is hashed while too many were wrong.
 */
export async function checkOwnPassword(context: Asking, password: string): Promise<OwnPassword> {
  const { db, viewer, now } = context
  const keys = await failureKeys(context, `session of ${viewer.public_id}`)
  await refuseBlocked(db, keys, now)
  return { keys, right: await verifyPassword(viewer.password_hash, password) }
}

/**
 * The member, locked, where the password was right; else counts it and throws the refusal of `field`. Throws
 * `authentication_required` for an account that is gone by now.
 */
export async function settleOwnPassword(context: Asking, { keys, right }: OwnPassword, field: string): Promise<MemberRow> {
  const { db, viewer, now } = context
  const member = await lockMember(db, viewer.id)
  await guardAttempt(db, keys, now)
  // Between the check and now the account may have been deleted, and the password changed.
  if (!member || !accountMay(member.status, 'use')) throw new HttpError('authentication_required')
  if (!right || member.password_hash !== viewer.password_hash) {
    await countFailure(db, keys, now)
    throw new HttpError('invalid', { fields: [fieldError(field, 'old_password')], commit: true })
  }
  await deleteFailures(db, keys)
  return member
}
