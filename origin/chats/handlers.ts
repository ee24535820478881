import { chats } from '../../shared/api/chats.ts'
import { findMember } from '../accounts/store.ts'
import { acceptsPhotos } from '../chat-photos/accepts-photos.ts'
import { acceptsGifts } from '../gifts/accepts-gifts.ts'
import { accountMay } from '../../shared/rules/account-state.ts'
import type { Conversation } from '../../shared/api/chats.ts'
import { CHATS_PER_PAGE } from '../../shared/rules/chats.ts'
import { writeBlock } from '../../shared/rules/write-block.ts'
import { implement, type MemberContext } from '../http/handler.ts'
import { notFound } from '../http/http-error.ts'
import { cardPresenter } from '../members/present-card.ts'
import { hasContactedMember, selectCards } from '../members/store.ts'
import { findVisibleMember } from '../members/visible-member.ts'
import { giveHeart, takeBack } from './change-message.ts'
import { deleteChat } from './delete-chat.ts'
import { findOwnConversation } from './find-conversation.ts'
import { historyMonths, historyStart, historyStartFor } from './history.ts'
import { costOf } from './charge-message.ts'
import { chatPresenter } from './present-chat.ts'
import { muteChat } from './mute-chat.ts'
import { presentMessage } from './present-message.ts'
import { readChat } from './read-chat.ts'
import { sendMessage } from './send-message.ts'
import { tellTyping } from './tell-typing.ts'
import { selectConversationWith, type OwnConversation } from './conversation-store.ts'
import { countList, selectList } from './list-store.ts'
import { selectMessages } from './message-store.ts'

const MESSAGES = 50

export const handlers = implement(chats, {
  /** The viewer's conversations; the profile is null if the other member is no longer visible to them. */
  listChats: async (context) => {
    const { db, viewer } = context
    const page = context.query.page ?? 1
    const part = { member: viewer.id, since: historyStartFor(context), offset: (page - 1) * CHATS_PER_PAGE, limit: CHATS_PER_PAGE }
    const [rows, { total, unread }] = await Promise.all([selectList(db, part), countList(db, part)])
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
    const { member, text, reply_to: replyTo, credits, to_fictional: toFictional } = context.body
    const draft = { member, text, replyTo, clientId: context.idempotencyKey, agreed: { credits, toFictional } }
    const { conversation, message } = await sendMessage(context, draft)
    return {
      conversation_id: conversation.public_id,
      message: presentMessage(context, message, seenBy(conversation))
    }
  },

  giveHeart: async (context) => {
    await giveHeart(context, context.body, context.body.heart)
    return {}
  },

  takeBackMessage: async (context) => {
    await takeBack(context, context.body)
    return {}
  },

  muteChat: async (context) => {
    await muteChat(context, context.body.conversation, context.body.muted)
    return {}
  },

  tellTyping: async (context) => {
    await tellTyping(context, context.body.conversation)
    return {}
  },

  readChat: async (context) => ({
    num_unread_messages: await readChat(context, context.body.conversation, context.body.position)
  })
})

/** Up to where the other one has read, as the viewer may know it. */
const seenBy = (conversation: OwnConversation | undefined) => (conversation?.shows_read ? conversation.other_read_position : 0)

async function openConversation(context: MemberContext<'getChat'>, publicId: string): Promise<Conversation> {
  const conversation = await findOwnConversation(context, publicId)
  if (conversation.hidden) throw notFound()
  return await presentConversation(context, conversation.other_id, conversation)
}

/** It shows who the other one is, so a stranger counts as on their profile. */
async function openWithMember(context: MemberContext<'getChat'>, publicId: string): Promise<Conversation> {
  if (!(await hasContactedMember(context.db, context.viewer.id, publicId))) context.count([publicId])
  const other = await findVisibleMember(context, publicId)
  const conversation = await selectConversationWith(context.db, context.viewer.id, other.id)
  return await presentConversation(context, other.id, conversation?.hidden ? undefined : conversation, conversation)
}

/** `written`: the conversation that the next message goes to, which the viewer may have deleted: then nothing of it is shown, but it isn't opened again. */
async function presentConversation(
  context: MemberContext<'getChat'>,
  other: number,
  conversation: OwnConversation | undefined,
  written = conversation
): Promise<Conversation> {
  const { db, deps, viewer, tenant, now, query } = context
  const card = (await selectCards(context, [other])).get(other)
  const { home_tenant: home } = card ?? (await findMember(db, other))!
  const months = historyMonths(deps, [viewer.home_tenant, home])
  const window = { after: conversation?.deleted_position ?? 0, before: query.before, since: historyStart(months, now) }
  // One more than shown tells whether there are older ones.
  const messages = conversation ? await selectMessages(db, conversation.id, { ...window, limit: MESSAGES + 1 }) : []
  const shown = messages.slice(-MESSAGES)
  return {
    conversation_id: conversation?.public_id ?? null,
    profile: card ? cardPresenter(context)(card) : null,
    messages: shown.map((message) => {
      if (message.sender_id === viewer.id) return presentMessage(context, message, seenBy(conversation))
      // Their photos go with them.
      return presentMessage(context, card ? message : { ...message, photo: null }, conversation?.read_position ?? 0)
    }),
    has_more: messages.length > shown.length,
    muted: conversation?.muted ?? false,
    write_block: writeBlock({ visible: card !== undefined, confirmed: card !== undefined && accountMay(card.status, 'be_written_to') }),
    own_mail_unconfirmed: accountMay(viewer.status, 'confirm'),
    accepts_gifts: card !== undefined && acceptsGifts(context, card),
    accepts_photos: card !== undefined && acceptsPhotos(card, written),
    can_take_back: written?.shows_read ?? true,
    cost: costOf(context, written ?? null),
    confirms_fictional: card !== undefined && card.fictional && !written?.knows_fictional,
    message_length: tenant.settings.message_length,
    history_months: months,
    draft: conversation ? null : viewer.signup_message
  }
}
