import type { MemberRow } from '../db/tables/members.ts'
import type { Db } from '../http/handler.ts'
import { book, creditsOf } from './book.ts'

/** The credits of a member who is erased go back to the house: no account without a member keeps any. */
export async function takeLeftCredits(db: Db, { id, home_tenant: tenant }: MemberRow, now: Date): Promise<void> {
  const left = await creditsOf(db, id)
  if (left === 0) return
  await book(db, {
    key: `erased:${id}`,
    tenant,
    reason: 'erased',
    now,
    legs: [
      { account: 'member', member: id, unit: 'credits', amount: -left },
      { account: 'house', unit: 'credits', amount: left }
    ]
  })
}
