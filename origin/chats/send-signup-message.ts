import type { MemberRow } from '../db/tables/members.ts'
import type { UnitOfWork } from '../db/unit-of-work.ts'
import { HttpError } from '../http/http-error.ts'
import type { ViewerScope } from '../members/viewer-scope.ts'
import { sendMessage } from './send-message.ts'
import { selectPublicId } from './store.ts'

/** The idempotency key of the sign-up message: it is sent only once. */
const KEY = 'signup-message'

/**
 * Sends the message written at sign-up to the member whose profile the sign-up began on. If there is no such member, or they can't be written to, it
 * waits in the composer of the first conversation.
 */
export async function sendSignupMessage(context: Omit<ViewerScope, 'viewer'> & UnitOfWork, member: MemberRow): Promise<void> {
  const { signup_message: text, signup_interest_id: interest } = member
  const to = text !== null && interest !== null ? await selectPublicId(context.db, interest) : undefined
  if (text === null || to === undefined) return
  try {
    await sendMessage({ ...context, viewer: { ...member, status: 'confirmed' } }, { member: to, text, clientId: KEY })
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
  }
}
