import type { UnitOfWork } from '../db/unit-of-work.ts'
import { invalidField } from '../http/http-error.ts'
import type { MemberScope } from '../members/viewer-scope.ts'
import { lockVisibleMember } from '../members/visible-member.ts'
import { appendMessage, type Sent } from './append-message.ts'
import type { Agreed } from './charge-message.ts'

/** A text for a member, with the key that the sender's client generated. */
export interface Draft {
  member: string
  text: string
  clientId: string
  /** Position of the message that it answers. */
  replyTo?: number | undefined
  agreed: Agreed
}

/**
 * Sends a text to a member and notifies both sides' streams. The first one opens the conversation. HttpErrors: `invalid` (longer than the tenant
 * allows), `not_found`, and those of `appendMessage`.
 */
export async function sendMessage(context: MemberScope & UnitOfWork, { member, text, clientId, agreed, replyTo }: Draft): Promise<Sent> {
  const limit = context.tenant.settings.message_length
  if (text.length > limit) throw invalidField('text', 'too_long', { limit })
  return await appendMessage(context, await lockVisibleMember(context, member), { text, clientId, agreed, replyTo })
}
