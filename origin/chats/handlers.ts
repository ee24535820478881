import { chats } from '../../shared/api/chats.ts'
import { accountMay } from '../../shared/rules/account-state.ts'
import type { Conversation } from '../../shared/api/chats.ts'
import { writeBlock } from '../../shared/rules/write-block.ts'
import { implement, type MemberContext } from '../http/handler.ts'
import { notFound } from '../http/http-error.ts'
import { cardPresenter } from '../members/present-card.ts'
import { selectCards } from '../members/store.ts'
import { findVisibleMember } from '../members/visible-member.ts'
import { deleteChat } from './delete-chat.ts'
import { findOwnConversation } from './find-conversation.ts'
import { historyMonths, historyStart } from './history.ts'
import { chatPresenter } from './present-chat.ts'
import { presentMessage } from './present-message.ts'
import { readChat } from './read-chat.ts'
import { sendMessage } from './send-message.ts'
import { countList, selectConversationWith, selectList, selectMessages, type OwnConversation } from './store.ts'

const LIST_PAGE = 100
const MESSAGES = 50

export const handlers = implement(chats, {
  /** The viewer's conversations; the profile is null if the other member is no longer visible to them. */
  listChats: async (context) => {
    const { db, deps, viewer, tenant, now } = context
    const page = context.query.page ?? 1
    const months = historyMonths(deps, [tenant.settings.id, viewer.home_tenant])
    const part = { since: historyStart(months, now), offset: (page - 1) * LIST_PAGE, limit: LIST_PAGE }
    const rows = await selectList(db, viewer.id, part)
    const { total, unread } = await countList(db, viewer.id)
    const cards = await selectCards(
      context,
      rows.map((row) => row.other_id)
    )
    return { chats: rows.map(chatPresenter(context, cards)), total, total_unread: unread, page }
  },

  /** A conversation by its id, or the one with a member, which need not exist yet. */
  getChat: async (context) => {
    const { conversation, member } = context.query
    if (conversation !== undefined) return await openConversation(context, conversation)
    return await openWithMember(context, member ?? '')
  },

  deleteChat: async (context) => {
    await deleteChat(context, context.body.conversation)
    return {}
  },

  sendMessage: async (context) => {
    const { member, text } = context.body
    const { conversation, message } = await sendMessage(context, { member, text, clientId: context.idempotencyKey })
    return {
      conversation_id: conversation.public_id,
      message: presentMessage(message, context.viewer.id, conversation.other_read_position)
    }
  },

  readChat: async (context) => ({
    num_unread_messages: await readChat(context, context.body.conversation, context.body.position)
  })
})

async function openConversation(context: MemberContext<'getChat'>, publicId: string): Promise<Conversation> {
  const conversation = await findOwnConversation(context, publicId)
  if (conversation.hidden) throw notFound()
  return await presentConversation(context, conversation.other_id, conversation)
}

async function openWithMember(context: MemberContext<'getChat'>, publicId: string): Promise<Conversation> {
  const other = await findVisibleMember(context, publicId)
  const conversation = await selectConversationWith(context.db, context.viewer.id, other.id)
  return await presentConversation(context, other.id, conversation?.hidden ? undefined : conversation)
}

async function presentConversation(
  context: MemberContext<'getChat'>,
  other: number,
  conversation: OwnConversation | undefined
): Promise<Conversation> {
  const { db, deps, viewer, tenant, now, query } = context
  const card = (await selectCards(context, [other])).get(other)
  const months = historyMonths(deps, [tenant.settings.id, viewer.home_tenant, ...(card ? [card.home_tenant] : [])])
  const window = { after: conversation?.deleted_position ?? 0, before: query.before, since: historyStart(months, now) }
  // One more than shown tells whether there are older ones.
  const messages = conversation ? await selectMessages(db, conversation.id, { ...window, limit: MESSAGES + 1 }) : []
  const shown = messages.slice(-MESSAGES)
  return {
    conversation_id: conversation?.public_id ?? null,
    profile: card ? cardPresenter(context)(card) : null,
    messages: shown.map((message) => {
      const readPosition = message.sender_id === viewer.id ? conversation?.other_read_position : conversation?.read_position
      return presentMessage(message, viewer.id, readPosition ?? 0)
    }),
    has_more: messages.length > shown.length,
    write_block: writeBlock({ visible: card !== undefined, confirmed: card !== undefined && accountMay(card.status, 'be_written_to') }),
    own_mail_unconfirmed: accountMay(viewer.status, 'confirm'),
    message_length: tenant.settings.message_length,
    history_months: months,
    draft: conversation ? null : viewer.signup_message
  }
}
