import { sql } from 'kysely'
import type { MemberRow } from '../db/tables/members.ts'
import type { UnitOfWork } from '../db/unit-of-work.ts'
import type { Db } from '../http/handler.ts'
import { HttpError } from '../http/http-error.ts'
import { lockViewerAnd } from '../members/lock-members.ts'
import type { ViewerScope } from '../members/viewer-scope.ts'
import { sendMessage } from './send-message.ts'
import { selectPublicId } from './opening-store.ts'

/**
 * Locks a member with the one whom their sign-up message goes to, in the order of all (`lockMembers`). Call it before anything that locks the member
 * alone.
 */
export async function lockForSignupMessage(db: Db, member: number): Promise<void> {
  await lockViewerAnd(db, member, sql`select signup_interest_id from members where id = ${member}`)
}

const NOTHING = { credits: 0, toFictional: false }

/** The idempotency key of the sign-up message: it is sent only once. */
const KEY = 'signup-message'

/**
 * Sends the message written at sign-up to the member whose profile the sign-up began on. If there is no such member, or they can't be written to, it
 * waits in the composer of the first conversation; so it does if it isn't free.
 */
export async function sendSignupMessage(context: Omit<ViewerScope, 'viewer'> & UnitOfWork, member: MemberRow): Promise<void> {
  const { signup_message: text, signup_interest_id: interest } = member
  const to = text !== null && interest !== null ? await selectPublicId(context.db, interest) : undefined
  if (text === null || to === undefined) return
  try {
    await sendMessage({ ...context, viewer: { ...member, status: 'confirmed' } }, { member: to, text, clientId: KEY, agreed: NOTHING })
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
  }
}
