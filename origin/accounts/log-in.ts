import { reactivationEnd } from '../../shared/rules/reactivation.ts'
import type { MemberRow } from '../db/tables.ts'
import type { Context } from '../http/handler.ts'
import { Refusal } from '../http/refusal.ts'
import { createTurns } from '../http/turns.ts'
import { lockMembers } from '../members/lock-members.ts'
import { foldKey } from './fold-key.ts'
import { countFailure, failureKeys, forgetFailures, guardAttempt, refuseBlocked, type FailureKeys } from './login-failures.ts'
import { verifyPassword } from './passwords.ts'
import { openSession } from './sessions.ts'
import { mailUnlock } from './mail-unlock.ts'
import { findByLogin, lockMember } from './store.ts'
import { seeMember } from './touch-member.ts'

/** Number of no row. */
const NOBODY = 0

/** Passwords for one account are compared one after the other, whoever sends them: people try once, a flood is told to come back. */
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
  const members = await findByLogin(db, pool, login)
  // All of them, also after the right one: the time must not tell which it was.
  const compare = () => Promise.all(members.map((member) => verifyPassword(member?.password_hash ?? null, body.credentials.password)))
  const right = await inTurn(compare, { of: keys.account, gone })
  return { keys, member: members.find((member, index) => member && right[index]) ?? null, owner: members.find((member) => member) ?? null }
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
  if (!member || member.password_hash !== checked.password_hash || !(isOpen(member) || isReactivatable(member, now))) {
    const blocks = await countFailure(db, keys, now)
    if (blocks && owner && isOpen(owner)) await mailUnlock(context, owner)
    throw new Refusal('login_failed', { commit: true })
  }
  await forgetFailures(db, keys)
  if (!isOpen(member)) throw new Refusal('account_deleted', { commit: true })
  await openSession(context, member.id)
  await seeMember(db, member.id, now)
  return member
}

function isOpen(member: MemberRow): boolean {
  return member.status === 'confirmed' || member.status === 'not_confirmed'
}

function isReactivatable(member: MemberRow, now: Date): boolean {
  return member.status === 'deleted' && member.deleted_at !== null && reactivationEnd(member.deleted_at) > now
}
