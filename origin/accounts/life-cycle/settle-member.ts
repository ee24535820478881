import { accountMay, moveAccount, type AccountMove } from '../../../shared/rules/account-state.ts'
import type { MemberRow } from '../../db/tables/members.ts'
import type { UnitOfWork } from '../../db/unit-of-work.ts'
import { returnCharges } from '../../chats/return-charges.ts'
import { lockWithContacts, tellContacts } from '../../members/contacts.ts'
import { endSessions } from '../sessions/sessions.ts'
import { updateState } from './store.ts'
import { lockMember } from '../store.ts'
import { endTokens } from '../links/tokens.ts'

/**
 * Closes, restores, bans or unbans an account, and notifies everyone who has the member in a list. An account that can't be used any more loses every
 * session and link; what others have paid for messages that a banned or deleted member hasn't read is given back. Returns the member as they were
 * before, or null if the move isn't allowed (`moveAccount`). Call it before anything that locks only the member, or call `lockWithContacts` first.
 */
export async function settleMember(context: UnitOfWork, id: number, move: AccountMove): Promise<MemberRow | null> {
  const { db, now } = context
  const contacts = await lockWithContacts(db, id)
  const before = await lockMember(db, id)
  const state = before && moveAccount(before, move, now)
  if (!state) return null
  await updateState(db, id, state)
  const [could, can] = [accountMay(before.status, 'use'), accountMay(state.status, 'use')]
  // Limited sessions end too, since the account is now closed for good or open again.
  if (!could || !can) await endSessions(db, id)
  if (could && !can) await endTokens(context, id)
  if (move === 'ban' || move === 'delete') await returnCharges(context, id)
  await tellContacts(context, contacts)
  return before
}
