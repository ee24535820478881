import { isErased } from '../../shared/rules/account-state.ts'
import type { ReportKind } from '../../shared/rules/reports.ts'
import { findMember } from '../accounts/store.ts'
import { selectLooks } from '../chat-photos/store.ts'
import { selectConversationWith } from '../chats/conversation-store.ts'
import { selectMessageAt } from '../chats/message-store.ts'
import { isGone, removeMessage } from '../chats/remove-message.ts'
import type { MemberRow } from '../db/tables/members.ts'
import type { UnitOfWork } from '../db/unit-of-work.ts'
import { lockMembers } from '../members/lock-members.ts'
import { markRefused } from '../photos/refused-pictures.ts'
import type { Report } from '../reports/store.ts'
import { closeReports } from './close-reports.ts'
import { UNKNOWN, type Author, type Done } from './done.ts'
import { appendToLog, lastDecision } from './log.ts'
import { recordDecision } from './record-decision.ts'
import * as store from './store.ts'

/** Messages to remove because of a report. */
interface Removal {
  report: string
  /** Positions of copied messages; null: the message that was reported. */
  messages: readonly number[] | null
  rule: ReportKind
  /** In the member's language: it is sent to them word for word. */
  reasons: string
  author: Author
}

/**
 * Removes messages of a reported member from the conversation with the reporter, and answers the report: the member is mailed the rule and the
 * reasons, the reporter that we acted. Pictures among them can't be shown or sent again without a review. The report keeps its copies.
 */
export async function removeMessages(unit: UnitOfWork, order: Removal): Promise<Done> {
  const { db } = unit
  const { rule, reasons, author } = order
  const found = await store.findReport(db, order.report)
  const member = found?.reported_id ? await findMember(db, found.reported_id) : undefined
  if (!found || !member || isErased(member)) return UNKNOWN
  if (found.reporter_id !== null) await lockMembers(db, [found.reporter_id, member.id])
  const report = await store.lockOpenReport(db, order.report)
  if (!report) return { done: false, why: 'decided', by: await lastDecision(db, { reference: order.report }) }
  if (!(await removeAll(unit, member, report, positionsOf(report, order.messages)))) return { done: false, why: 'no_message' }
  const { reference } = await recordDecision(unit, member, { measure: 'remove_message', rule, reasons, until: null })
  const entry = { author, verb: 'remove_message', subject: member.public_id, reason: reasons } as const
  await appendToLog(unit, { ...entry, reference })
  await closeReports(unit, [report], 'acted', entry)
  return { done: true, reference }
}

/** Only what was copied can be removed, so that it can be looked at again when the member objects. */
function positionsOf({ evidence }: Report, named: readonly number[] | null): number[] {
  return evidence.messages.flatMap(({ by, position, this: reported }) =>
    by === 'reported' && position !== undefined && (named?.includes(position) ?? reported) ? [position] : []
  )
}

/** Removes those that are still there; false if none is. */
async function removeAll(unit: UnitOfWork, { id, pool }: MemberRow, { reporter_id: reporter }: Report, positions: readonly number[]) {
  const { db, deps, now } = unit
  if (reporter === null) return false
  const conversation = await selectConversationWith(db, reporter, id)
  if (!conversation) return false
  let removed = false
  for (const position of positions) {
    const message = await selectMessageAt(db, { id: conversation.id, deleted_position: 0 }, position)
    if (!message || isGone(message)) continue
    const dhash = message.photo && (await selectLooks(db, message.photo.public_id))
    // In the pool where its sender would send it again; the report may be from another one.
    if (dhash) await markRefused(deps, db, { pool, dhash }, now)
    await removeMessage(unit, conversation, [reporter, id], message)
    removed = true
  }
  return removed
}
