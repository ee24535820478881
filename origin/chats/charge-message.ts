import { FREE_CONVERSATIONS, messageCost, type MessageCost, type Written } from '../../shared/rules/message-cost.ts'
import { creditsOf } from '../credits/book.ts'
import { spend } from '../credits/spend.ts'
import type { MemberRow } from '../db/tables/members.ts'
import type { UnitOfWork } from '../db/unit-of-work.ts'
import { announce } from '../events/announce.ts'
import { HttpError, invalidField } from '../http/http-error.ts'
import type { MemberScope } from '../members/viewer-scope.ts'
import { updateKnowsFictional, type OwnConversation } from './conversation-store.ts'
import { takeFreeConversation } from './opening-store.ts'

/** What a sender has agreed to before sending. */
export interface Agreed {
  /** The most that the message may cost. */
  credits: number
  /** They know that it goes to a fictional profile. */
  toFictional: boolean
}

/** What the viewer's next message costs in a conversation, or the one that opens it (null). */
export function costOf({ tenant, viewer }: Pick<MemberScope, 'tenant' | 'viewer'>, conversation: Written | null): MessageCost {
  const { paid_user: paid, free_conversations, fictional } = viewer
  return messageCost(tenant.settings, { paid, free_conversations, fictional }, conversation)
}

/**
 * What the first message of a conversation costs; takes one of the free conversations while there are any. Throws `premium_only` for the next one of
 * a free member. The viewer's row must be locked.
 */
export async function admitOpening(context: MemberScope): Promise<MessageCost> {
  const cost = costOf(context, null)
  if (cost.reason !== 'opening') return admitted(cost)
  if (await takeFreeConversation(context.db, context.viewer.id)) return cost
  // Another one was opened since the viewer's row was read.
  return admitted(costOf({ ...context, viewer: { ...context.viewer, free_conversations: FREE_CONVERSATIONS } }, null))
}

function admitted(cost: MessageCost): MessageCost {
  if (cost.reason === 'premium_only') throw new HttpError('premium_only')
  return cost
}

/** Throws what `chargeMessage` would throw about the price, before slow work. */
export async function checkPrice({ db, viewer }: Pick<MemberScope, 'db' | 'viewer'>, cost: MessageCost, agreed: Agreed): Promise<void> {
  refuseDearer(cost, agreed)
  if (cost.credits > 0 && cost.credits > (await creditsOf(db, viewer.id))) throw new HttpError('not_enough_credits')
}

function refuseDearer({ credits }: MessageCost, agreed: Agreed): void {
  if (credits > agreed.credits) throw new HttpError('message_price_changed', { params: { credits } })
}

/**
 * Takes the price of a message in its transaction, never more than the sender has agreed to. HttpErrors: `message_price_changed`, `invalid` (the first
 * paid message to a fictional profile, and the sender hasn't confirmed that they know), `not_enough_credits`.
 */
export async function chargeMessage(
  context: MemberScope & UnitOfWork,
  paid: { message: number; conversation: OwnConversation; other: MemberRow; cost: MessageCost; agreed: Agreed }
): Promise<void> {
  const { db, viewer, tenant, now } = context
  const { message, conversation, other, cost, agreed } = paid
  const { credits } = cost
  if (credits === 0) return
  refuseDearer(cost, agreed)
  if (other.fictional && !conversation.knows_fictional) {
    if (!agreed.toFictional) throw invalidField('to_fictional', 'choose')
    await updateKnowsFictional(db, conversation.id, viewer.id)
  }
  const { balance } = await spend(db, {
    member: viewer.id,
    tenant: tenant.settings.id,
    credits,
    reason: 'message',
    key: `message:${message}`,
    about: message,
    now
  })
  await announce(context, [{ to: viewer.id, type: 'credits_changed', data: { credits: balance } }])
}
