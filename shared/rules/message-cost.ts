import { sells } from './prices.ts'
import type { Tenant } from '../tenants/schema.ts'

/** How many conversations a member may open without paying, over the account's whole life; premium members open more, at the price of a message. */
export const FREE_CONVERSATIONS = 2

/** When a member leaves, is banned or blocks a sender, senders are refunded for messages of this many last days that the member hasn't read. */
export const RETURN_DAYS = 30

/**
 * What the next message costs. `free`: the site sells nothing, its messages cost nothing, or the company writes for a
 * fictional profile · `opening`: one of the free conversations · `reply`: the
 * first answer in a conversation that the other side opened · `paid` · `premium_only`: another conversation can't be opened without Premium.
 */
export type CostReason = 'free' | 'opening' | 'reply' | 'paid' | 'premium_only'

export interface MessageCost {
  /** 0: free. */
  credits: number
  reason: CostReason
  /** Free conversations that the member can still open. */
  free_left: number
}

/** A conversation as its writer sees it: who opened it, and whether the other one has answered. */
export interface Written {
  opened_by_other: boolean
  answered: boolean
}

/** The price of a member's next message in a conversation, or of the one that opens it (null). */
export function messageCost(
  settings: Pick<Tenant, 'message_credits' | 'payment_provider'>,
  writer: { paid: boolean; free_conversations: number; fictional: boolean },
  conversation: Written | null
): MessageCost {
  const free_left = Math.max(0, FREE_CONVERSATIONS - writer.free_conversations)
  const of = (reason: CostReason): MessageCost => ({ credits: reason === 'paid' ? settings.message_credits : 0, reason, free_left })
  if (!sells(settings) || settings.message_credits === 0 || writer.fictional) return of('free')
  if (!conversation && free_left > 0) return of('opening')
  if (!conversation && !writer.paid) return of('premium_only')
  if (conversation?.opened_by_other && !conversation.answered) return of('reply')
  return of('paid')
}
