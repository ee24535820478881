import { accountMay, canReturn } from '../../../shared/rules/account-state.ts'
import type { MemberRow } from '../../db/tables/members.ts'
import { isDemoFromElsewhere } from '../../demo/is-demo-from-elsewhere.ts'
import type { Context } from '../../http/handler.ts'
import { HttpError } from '../../http/http-error.ts'
import { createTurns } from '../../http/turns.ts'
import { lockMembers } from '../../members/lock-members.ts'
import { seeMember } from '../../members/presence.ts'
import { foldKey } from '../names/fold-key.ts'
import { countFailure, failureKeys, deleteFailures, guardAttempt, refuseBlocked, type FailureKeys } from './login-failures.ts'
import { verifyEach } from '../passwords/passwords.ts'
import { openSession } from './sessions.ts'
import { mailUnlock } from '../mail-unlock.ts'
import { findByLogin, lockMember } from '../store.ts'

/** Number of no row. */
const NOBODY = 0

/** Passwords for one account are compared one after the other, no matter who sends them: people try once, a flood is asked to come back. */
const inTurn = createTurns({ atOnce: Infinity, queueMax: Infinity, each: { atOnce: 1, queueMax: 2 } })

/** What the slow part of a log-in found out. */
export interface Attempt {
  keys: FailureKeys
  /** The member whose password was right; null for a wrong password and for nobody. */
  member: MemberRow | null
  /** Whose account it is that was tried; null for nobody's. */
  owner: MemberRow | null
}

/** Checks the password, as slowly for nobody as for somebody. Throws `login_blocked` before anything slow is done. */
export async function checkPassword(context: Context<'login'>): Promise<Attempt> {
  const { db, pool, body, now, gone } = context
  const login = foldKey(body.credentials.login)
  const keys = await failureKeys(context, login)
  await refuseBlocked(db, keys, now)
  const members = await findByLogin(db, pool, login, now)
  // As many for nobody as for somebody, and all of them after the right one too: the time must not tell which it was.
  const hashes = members.map((member) => member?.password_hash ?? null)
  const right = await inTurn(() => verifyEach(hashes, body.credentials.password), { of: keys.account, gone })
  const refused = isDemoFromElsewhere(context, body.credentials.password)
  const matching = members.filter((member, index) => member && right[index] && !refused)
  // Who has deleted an account and made another one with the same address and password means the other one.
  const member = matching.find((one) => one && accountMay(one.status, 'use')) ?? matching[0] ?? null
  return { keys, member, owner: members.find((one) => one) ?? null }
}

/**
 * Logs in: new session, last seen now. Throws `login_blocked` while too many attempts were wrong, `account_deleted` for the
 * owner of an account that can still come back, and `login_failed` for all else: wrong password, nobody, banned.
 */
export async function logIn(context: Context<'login'>, { keys, member: checked, owner }: Attempt): Promise<MemberRow> {
  const { db, now } = context
  // Also where there is nobody: the time must not tell it.
  await lockMembers(db, [checked?.id ?? NOBODY, owner?.id ?? NOBODY])
  await guardAttempt(db, keys, now)
  const member = checked && (await lockMember(db, checked.id))
  // Between the check and now the password may have been changed.
  if (!member || member.password_hash !== checked.password_hash || !(accountMay(member.status, 'use') || canReturn(member, now))) {
    const blocks = await countFailure(db, keys, now)
    if (blocks && owner && accountMay(owner.status, 'use')) await mailUnlock(context, owner)
    throw new HttpError('login_failed', { commit: true })
  }
  await deleteFailures(db, keys)
  if (!accountMay(member.status, 'use')) throw new HttpError('account_deleted', { commit: true })
  await openSession(context, member.id)
  await seeMember(db, member.id, now)
  return member
}
