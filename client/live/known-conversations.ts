import type { QueryClient } from '@tanstack/react-query'
import type { Message } from '../../shared/api/message.ts'

/** What can change about a message that was sent; `photo`: it isn't blurred any more. */
export type MessageChange = Partial<Pick<Message, 'heart' | 'content'>> & { photo?: 'shown' }

/** What remains of a message that its writer has taken back, or a moderator removed. */
export const TAKEN_BACK: MessageChange = { content: { type: 'text', text: '' }, heart: false }

export function withChange<M extends Message>(message: M, { photo, ...changed }: MessageChange): M {
  const shown = photo && message.content.type === 'photo' && { content: { ...message.content, state: photo } }
  return { ...message, ...changed, ...shown }
}

/** What live events do to a conversation that this page has shown (client/chat/conversation.ts). */
export interface KnownConversation {
  /** Is it this conversation or, as long as one of both has no id, the one with this member? */
  isOf: (conversation: string | null, profile?: string | null) => boolean
  /** Adds a message. */
  receive: (conversation: string, message: Message) => void
  /** Changes the message at a position, if it is loaded. */
  change: (position: number, changed: MessageChange) => void
  /** The messages of one side, own ones or the other's, have been read. */
  readUpTo: (position: number, mine: boolean) => void
}

const known = new WeakMap<QueryClient, Set<KnownConversation>>()

/** The page's conversations. They alone have the messages that came since they were fetched; the query cache has what the server answered. */
export function knownConversations(queryClient: QueryClient): Set<KnownConversation> {
  const conversations = known.get(queryClient) ?? new Set()
  known.set(queryClient, conversations)
  return conversations
}

/** A deleted conversation is unknown again. */
export function forgetConversation(queryClient: QueryClient, conversation: string): void {
  const conversations = knownConversations(queryClient)
  for (const one of conversations) if (one.isOf(conversation)) conversations.delete(one)
}
