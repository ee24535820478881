import { cdp } from 'vitest/browser'
import type { Answered } from '../../client/api/query-client.ts'
import type { ChatListEntry, Conversation, Message } from '../../shared/api/chats.ts'
import type { Contract } from '../../shared/api/contract.ts'
import type { EndpointOutput } from '../../shared/api/endpoint.ts'
import { ANNA, CHAT, card, conversation } from '../client/chat-fixtures.ts'
import { memberAnswers } from '../client/render-page.tsx'
import { Gestures } from '../../client/chat/gestures-later.ts'
import { mount, type Mounting } from './mount.tsx'

/** The browser's own protocol, as far as it is used here. */
export interface Protocol {
  send: (method: string, params: object) => Promise<unknown>
}

interface Opened {
  chat?: Partial<Conversation>
  unread?: number
  /** The last message, in the list. */
  last?: ChatListEntry['last_message']
}

/** The conversation with Anna, in which these messages are, the list that it is in, and the answers that come with its page. */
export function conversationWith(messages: Message[], { chat: more = {}, unread = 0, last = null }: Opened = {}) {
  const chat = conversation(messages, more)
  const entry = {
    conversation_id: CHAT,
    profile_id: ANNA,
    profile: card('anna'),
    num_unread_messages: unread,
    muted: false,
    last_message: last
  }
  const chats = { chats: [entry], total: 1, total_unread: unread, page: 1 }
  const answers: Answered[] = [
    [{ endpoint: 'getChat', query: { conversation: CHAT } }, chat],
    [{ endpoint: 'listChats', query: {} }, chats]
  ]
  return { chat, chats, answers }
}

/** Opens that conversation. */
export async function openConversation(messages: Message[], { chat: more = {}, unread = 0, api = {}, ...visit }: Mounting & Opened = {}) {
  const { chat, chats, answers } = conversationWith(messages, { chat: more, unread })
  await Gestures.load('en')
  // A mouse that an earlier test has left over a message would show its tools.
  await (cdp() as unknown as Protocol).send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: 0, y: 0 })
  return await mount(`/chats/${CHAT}`, {
    answers,
    api: {
      getChat: () => chat,
      listChats: () => chats,
      getUser: () => memberAnswers()[0]![1] as EndpointOutput<Contract['getUser']>,
      readChat: () => ({ num_unread_messages: 0 }),
      tellTyping: () => ({}),
      ...api
    },
    ...visit
  })
}
