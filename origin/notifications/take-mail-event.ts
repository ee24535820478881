import type { DisabledReason } from '../../shared/rules/news.ts'
import { foldKey } from '../accounts/names/fold-key.ts'
import type { UnitOfWork } from '../db/unit-of-work.ts'
import { announce } from '../events/announce.ts'
import { lockMembers } from '../members/lock-members.ts'
import { addReason, selectMailed } from './store.ts'

/** An address refuses mail, or its owner marks it as spam: members with this address, in every pool, get no more mails about others. Idempotent. */
export async function takeMailEvent(unit: UnitOfWork, email: string, reason: DisabledReason): Promise<void> {
  const { db } = unit
  const found = await selectMailed(db, foldKey(email), reason)
  if (found.length === 0) return
  await lockMembers(db, found)
  // The same event may have arrived twice at once: the first one has the lock.
  const members = await selectMailed(db, foldKey(email), reason)
  if (members.length === 0) return
  await addReason(db, members, reason)
  await announce(
    unit,
    members.map((to) => ({ to, type: 'notifications_changed', data: {} }))
  )
}
