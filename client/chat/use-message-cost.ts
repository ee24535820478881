import { useState } from 'react'
import type { Conversation } from '../../shared/api/chats.ts'
import { useUser } from '../session/use-user.ts'
import { useSite } from '../site/site.tsx'
import type { Bubble } from './conversation.ts'
import { isRemoved } from './message-parts.ts'

type Cost = Conversation['cost']

/** The price of the next message, and what the member has to do before it is sent. */
export interface MessageCost extends Cost {
  /** Whether the button shows the price, or that the message is free. It doesn't on sites where messages cost nothing. */
  shown: boolean
  /** Why it can't be sent now: it needs Premium, or more credits. */
  refusal: 'premium' | 'credits' | null
  /** The member has to confirm that they know the profile is fictional. */
  confirms: boolean
  understood: boolean
  setUnderstood: (understood: boolean) => void
  /** The member has tried to send a message without what it needs. */
  tried: boolean
  setTried: (tried: boolean) => void
}

/** What the next message of an open conversation costs: as the server said, or the usual price after a free one that is on its way. */
export function useMessageCost(chat: Conversation, bubbles: readonly Bubble[]): MessageCost {
  const { tenant } = useSite()
  const user = useUser()
  const [understood, setUnderstood] = useState(false)
  const [tried, setTried] = useState(false)
  const cost = afterFree(chat.cost, bubbles, tenant.message_credits)
  const short = user !== null && user.credits < cost.credits
  return {
    ...cost,
    shown: cost.reason === 'free' ? tenant.sells : cost.reason !== 'premium_only',
    refusal: cost.reason === 'premium_only' ? 'premium' : short ? 'credits' : null,
    confirms: chat.confirms_fictional && cost.credits > 0,
    understood,
    setUnderstood,
    tried,
    setTried
  }
}

function afterFree(cost: Cost, bubbles: readonly Bubble[], credits: number): Cost {
  const once = cost.reason === 'opening' || cost.reason === 'reply'
  const counts = ({ mine, state, content }: Bubble) =>
    mine && state !== 'failed' && (cost.reason === 'opening' || !(isRemoved(content) || content.type === 'gift'))
  if (!once || !bubbles.some(counts)) return cost
  return { ...cost, credits, reason: 'paid' }
}
