import type { MemberRow } from '../db/tables/members.ts'
import type { UnitOfWork } from '../db/unit-of-work.ts'
import { HttpError } from '../http/http-error.ts'
import type { ViewerScope } from '../members/viewer-scope.ts'
import { sendMessage } from './send-message.ts'
import { selectPublicId } from './store.ts'

/** The key that the message of a sign-up is sent under: whatever comes twice, it is sent once. */
const KEY = 'signup-message'

/**
 * Sends what a new member wrote when signing up to the member on whose profile they began. Where there is no such member, or they can't be
 * written to, it waits in the composer of the first conversation.
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
