import type { Db } from '../http/handler.ts'
import { book, type Booked } from './book.ts'

/** Credits given to a member. */
export interface Grant {
  member: number
  tenant: string
  /** Whole credits, 0 or more. */
  credits: number
  /** Name of the movement: granted only once under this name, however often it is tried. */
  movement: string
  reason: 'signup' | 'goodwill'
  author?: string
  note?: string
  now: Date
}

/** Moves credits from the house to the member; null if there are none to move. Repeating a movement changes nothing. */
export async function grantCredits(db: Db, { member, credits, movement: key, ...more }: Grant): Promise<Booked | null> {
  if (credits === 0) return null
  return await book(db, {
    ...more,
    key,
    legs: [
      { account: 'member', member, unit: 'credits', amount: credits },
      { account: 'house', unit: 'credits', amount: -credits }
    ]
  })
}
