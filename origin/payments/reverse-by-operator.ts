import { creditsOf, getMovement, type Leg } from '../credits/book.ts'
import { isStillDue, selectDebts, selectSettlement, type Debt } from '../credits/debts.ts'
import { isReversed, reverseMovement } from '../credits/reverse-movement.ts'
import type { UnitOfWork } from '../db/unit-of-work.ts'
import { announce } from '../events/announce.ts'
import { lockMembers } from '../members/lock-members.ts'
import { log, type Act } from './operate.ts'

type Reversed = { credits: number } | { owed: Debt[] }
type Refusal = 'unknown' | 'not_by_hand' | 'reversed' | 'not_due' | { given: number; left: number }

/**
 * Takes back what an operator booked by mistake: granted credits, or the whole settlement that a movement belongs to. Nothing else: what an order
 * paid or gave back is in the order as well. Returns the member's credits, or what they owe, after it.
 */
export async function reverseByOperator(
  unit: UnitOfWork,
  { movement: number, ...act }: Act & { movement: number }
): Promise<Reversed | Refusal> {
  const { db, now } = unit
  const wrong = await getMovement(db, number)
  if (!wrong) return 'unknown'
  const { tenant, reason: kind } = wrong
  if (kind !== 'goodwill' && kind !== 'debt_settled') return 'not_by_hand'
  const own = wrong.legs.find((leg): leg is Leg & { member: number } => leg.member !== undefined)!
  const { member } = own
  await lockMembers(db, [member])
  const { author, reason } = act
  const reversal = { author, note: reason, now }
  const entry = { author, reason, tenant, order_id: null, member_id: member }
  if (await isReversed(db, number)) return 'reversed'
  if (kind === 'debt_settled') {
    const parts = await selectSettlement(db, wrong, member)
    if (!(await isStillDue(db, member, parts))) return 'not_due'
    for (const { movement } of parts) await reverseMovement(db, { ...reversal, movement })
    const amount = parts.reduce((sum, part) => sum + Math.max(0, -part.amount), 0)
    await log(unit, { ...entry, verb: 'settlement_reversed', amount, credits: null })
    return { owed: await selectDebts(db, member) }
  }
  const left = await creditsOf(db, member)
  if (left < own.amount) return { given: own.amount, left }
  const { balance: credits } = await reverseMovement(db, { ...reversal, movement: number })
  await log(unit, { ...entry, verb: 'grant_reversed', amount: null, credits: own.amount })
  await announce(unit, [{ to: member, type: 'credits_changed', data: { credits } }])
  return { credits }
}
