import { accountMay, canReturn } from '../../../shared/rules/account-state.ts'
import type { MemberRow } from '../../db/tables/members.ts'
import { isDemoFromElsewhere } from '../../demo/is-demo-from-elsewhere.ts'
import { announce } from '../../events/announce.ts'
import type { Context } from '../../http/handler.ts'
import { HttpError } from '../../http/http-error.ts'
import { createTurns } from '../../http/turns.ts'
import { lockMembers } from '../../members/lock-members.ts'
import { NOBODY } from '../../members/viewer-scope.ts'
import { endSuspension } from '../../moderation/lift-restriction.ts'
import { seeMember } from '../../members/presence.ts'
import { foldKey } from '../names/fold-key.ts'
import { countFailure, failureKeys, deleteFailures, guardAttempt, refuseBlocked, type FailureKeys } from './login-failures.ts'
import { verifyEach } from '../passwords/passwords.ts'
import { limitedSession, openSession } from './sessions.ts'
import { mailUnlock } from '../mail-unlock.ts'
import { findByLogin, lockMember } from '../store.ts'

/** Members who may get a session, full or limited. */
const MAY_LOG_IN = ['use', 'be_heard'] as const

/**
 * Passwords for one account are compared one after the other, no matter who sends them: one person's attempt gets through, a flood is refused until
 * later.
 */
const inTurn = createTurns({ atOnce: Infinity, queueMax: Infinity, each: { atOnce: 1, queueMax: 2 } })

/** The result of the slow part of a log-in. */
export interface Attempt {
  keys: FailureKeys
  /** The member whose password was right; null for a wrong password or an unknown account. */
  member: MemberRow | null
  /** The owner of the account that was tried; null if there is none. */
  owner: MemberRow | null
}

/** Checks the password, taking as long for an unknown account as for a known one. Throws `login_blocked` before doing anything slow. */
export async function checkPassword(context: Context<'login'>): Promise<Attempt> {
  const { db, deps, pool, body, now, gone } = context
  const login = foldKey(body.credentials.login)
  const keys = await failureKeys(context, login)
  await refuseBlocked(db, keys, now)
  const members = await findByLogin(db, pool, login, now)
  // The same number of checks whether or not the account exists, even after a match: the time must not reveal which it was.
  const hashes = members.map((member) => member?.password_hash ?? null)
  const right = await inTurn(() => verifyEach(hashes, body.credentials.password), { of: keys.account, gone })
  const refused = isDemoFromElsewhere(context, body.credentials.password)
  const matching = members.filter((member, index) => member && right[index] && !refused)
  // Someone who has deleted an account and created another one with the same address and password means the new one.
  const member = matching.find((one) => one && accountMay(one.status, 'use')) ?? matching[0] ?? null
  // The end of a suspension is a promise, and the job that ends it may come later.
  if (member && accountMay(member.status, 'be_heard')) await endSuspension(deps, member.id)
  return { keys, member, owner: members.find((one) => one) ?? null }
}

/**
 * Logs in: opens a session and sets last seen to now. Throws `login_blocked` after too many wrong attempts, `account_deleted` for the owner of an
 * account that can still be restored, `account_restricted`
 * with a limited session for a suspended or banned member, and `login_failed` for everything else: wrong password, unknown account.
 */
export async function logIn(context: Context<'login'>, { keys, member: checked, owner }: Attempt): Promise<MemberRow> {
  const { db, now } = context
  // Also when there is no such member: the time must not reveal it.
  await lockMembers(db, [checked?.id ?? NOBODY, owner?.id ?? NOBODY])
  await guardAttempt(db, keys, now)
  const member = checked && (await lockMember(db, checked.id))
  // The password may have been changed since the check.
  if (
    !member ||
    member.password_hash !== checked.password_hash ||
    !(MAY_LOG_IN.some((permission) => accountMay(member.status, permission)) || canReturn(member, now))
  ) {
    const blocks = await countFailure(db, keys, now)
    if (blocks && owner && accountMay(owner.status, 'use')) await mailUnlock(context, owner)
    throw new HttpError('login_failed', { commit: true })
  }
  await deleteFailures(db, keys)
  if (accountMay(member.status, 'be_heard')) {
    throw new HttpError('account_restricted', { commit: true, cookies: [await limitedSession(context, member.id)] })
  }
  if (!accountMay(member.status, 'use')) throw new HttpError('account_deleted', { commit: true })
  await openSession(context, member.id)
  await seeMember(db, member.id, now)
  // Their open pages elsewhere show the new session.
  await announce(context, [{ to: member.id, type: 'account_changed', data: {} }])
  return member
}
