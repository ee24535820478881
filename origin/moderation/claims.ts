import type { UnitOfWork } from '../db/unit-of-work.ts'
import { UNKNOWN, type Author, type Done } from './done.ts'
import { appendToLog, lastDecision } from './log.ts'
import { isWaiting } from './queue.ts'
import { show } from './show.ts'
import * as store from './store.ts'

/** A claim is taken like any decision, unless another moderator has it: who, and since when. */
export type Claimed = Done | { done: false; why: 'held'; by: { author: Author; at: Date } }

/** Marks something in the queue as being worked on. Only one moderator has it. */
export async function claim(unit: UnitOfWork, reference: string, author: Author): Promise<Claimed> {
  const { db, now } = unit
  if (!(await isWaiting(db, reference))) {
    return (await show(db, reference)) ? { done: false, why: 'decided', by: await lastDecision(db, { reference }) } : UNKNOWN
  }
  const held = await store.insertClaim(db, reference, author, now)
  if (held) return { done: false, why: 'held', by: held }
  await appendToLog(unit, { author, verb: 'claim', subject: null, reference, reason: null })
  return { done: true, reference }
}

/** Gives up a claim, even someone else's. False if there is none. */
export async function release(unit: UnitOfWork, reference: string, author: Author): Promise<boolean> {
  if (!(await store.deleteClaim(unit.db, reference))) return false
  await appendToLog(unit, { author, verb: 'release', subject: null, reference, reason: null })
  return true
}
