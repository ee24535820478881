import { endSessions } from '../accounts/sessions/sessions.ts'
import type { UnitOfWork } from '../db/unit-of-work.ts'
import { announce } from '../events/announce.ts'
import { lockMembers } from '../members/lock-members.ts'
import { UNKNOWN, type Author, type Done } from './done.ts'
import { appendToLog } from './log.ts'
import * as store from './store.ts'

/** Ends every session of a member. */
export async function logOutEverywhere(
  unit: UnitOfWork,
  { member, author, reason }: { member: string; author: Author; reason: string }
): Promise<Done> {
  const { db } = unit
  const found = await store.findByPublicId(db, member)
  if (!found) return UNKNOWN
  await lockMembers(db, [found.id])
  await endSessions(db, found.id)
  await announce(unit, [{ to: found.id, type: 'account_changed', data: {} }])
  await appendToLog(unit, { author, verb: 'log_out', subject: member, reference: null, reason })
  return { done: true, reference: null }
}
