import type { UnitOfWork } from '../db/unit-of-work.ts'
import type { Author } from './done.ts'
import { appendToLog } from './log.ts'
import * as store from './store.ts'

/** Marks a report, complaint, appeal or photo as being worked on. Only one moderator has it; another one learns who has it and since when. */
export async function claim(unit: UnitOfWork, reference: string, author: Author): Promise<{ author: string; at: Date } | null> {
  const held = await store.insertClaim(unit.db, reference, author, unit.now)
  if (!held) await appendToLog(unit, { author, verb: 'claim', subject: null, reference, reason: null })
  return held
}

/** Gives up a claim, even someone else's. False if there is none. */
export async function release(unit: UnitOfWork, reference: string, author: Author): Promise<boolean> {
  if (!(await store.deleteClaim(unit.db, reference))) return false
  await appendToLog(unit, { author, verb: 'release', subject: null, reference, reason: null })
  return true
}
