import { sql, type RawBuilder } from 'kysely'
import { RETURN_DAYS } from '../../shared/rules/message-cost.ts'
import { returnCredits } from '../credits/return-credits.ts'
import { deleteGiftsOf } from '../gifts/store.ts'
import type { UnitOfWork } from '../db/unit-of-work.ts'
import { announce } from '../events/announce.ts'
import { NOT_ERASED, whoWouldMay } from '../members/account-state.ts'
import { refundBanned } from '../withdrawals/refund-unused.ts'

/**
 * Gives back what others have paid for messages and gifts to a member who is banned or has left: for those of the last days that the member hasn't
 * read, or for all of them (`alsoRead`) if the member wasn't who they said they were. Each once. Gifts among them no longer count, also when the member
 * returns: no one has paid for them. The senders' rows must be locked.
 */
export async function returnCharges(unit: UnitOfWork, member: number, { alsoRead = false } = {}): Promise<void> {
  await giveBack(unit, sql`own.member_id = ${member} and ${recent(unit)} and (${alsoRead} or messages.position > own.read_position)`)
}

/**
 * The same for what a member hasn't read of someone whom they block: its sender would otherwise learn from the credits that don't come back that this
 * member hasn't left. Both rows must be locked.
 */
export async function returnUnreadOf(unit: UnitOfWork, blocker: number, blocked: number): Promise<void> {
  await giveBack(
    unit,
    sql`own.member_id = ${blocker} and own.other_id = ${blocked} and ${recent(unit)} and messages.position > own.read_position`
  )
}

const recent = ({ now }: UnitOfWork) => sql`messages.created_at > ${new Date(now.getTime() - RETURN_DAYS * 24 * 3600 * 1000)}`

/** The same for one message that its sender takes back. */
export async function returnCharge(unit: UnitOfWork, conversation: number, position: number): Promise<void> {
  await giveBack(unit, sql`own.conversation_id = ${conversation} and messages.position = ${position}`)
}

/** A sender who was banned can't use what comes back: its money goes back as well, as that of their other unused credits did. */
async function giveBack(unit: UnitOfWork, which: RawBuilder<unknown>): Promise<void> {
  const { db, now } = unit
  const { rows } = await sql<{ movement: number; sender: number; message: number; usable: boolean }>`
    select movement.id as movement, messages.sender_id as sender, messages.id as message, ${whoWouldMay('be_credited')} as usable
    from participants own
    join messages on messages.conversation_id = own.conversation_id and messages.sender_id = own.other_id
    join members on members.id = messages.sender_id and ${NOT_ERASED}
    join ledger_movements movement on movement.key in ('message:' || messages.id, 'gift:' || messages.id)
    where ${which} and not exists (select from ledger_movements back where back.corrects = movement.id)
    order by movement.id`.execute(db)
  for (const { movement, sender } of rows) {
    const { balance } = await returnCredits(db, { movement, now })
    await announce(unit, [{ to: sender, type: 'credits_changed', data: { credits: balance } }])
  }
  const banned = rows.filter(({ usable }) => !usable).map(({ sender }) => sender)
  for (const sender of new Set(banned)) await refundBanned(unit, sender)
  await deleteGiftsOf(
    db,
    rows.map(({ message }) => message)
  )
}
