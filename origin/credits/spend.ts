import type { Db } from '../http/handler.ts'
import { book, type Booked } from './book.ts'

/** Something that a member pays for with credits. */
export interface Spend {
  /** Row number. */
  member: number
  tenant: string
  /** Whole credits, at least 1. */
  credits: number
  reason: 'message' | 'photo' | 'gift'
  /** Name of this spend, such as `photo:<member>:<photo>` by row number: it is paid only once, however often it is tried. */
  key: string
  /** Row number of what is paid for. */
  about?: number
  now: Date
}

/**
 * The only way in which credits are spent. Throws `not_enough_credits`, and then nothing is written. A transaction that also locks members
 * (`lockMembers`) does that first. Announce the new balance (`credits_changed`), so that the member's other pages show it.
 */
export async function spend(db: Db, { member, tenant, credits, reason, key, about, now }: Spend): Promise<Booked> {
  if (!Number.isSafeInteger(credits) || credits < 1) throw new Error(`${credits} credits can't be spent`)
  return await book(db, {
    key,
    tenant,
    reason,
    about: about ?? null,
    now,
    legs: [
      { account: 'member', member, unit: 'credits', amount: -credits },
      { account: 'house', unit: 'credits', amount: credits }
    ]
  })
}
