import { gifts } from '../../shared/api/gifts.ts'
import { presentMessage } from '../chats/present-message.ts'
import { implement } from '../http/handler.ts'
import { sendGift } from './send-gift.ts'

export const handlers = implement(gifts, {
  sendGift: async (context) => {
    const { conversation, message } = await sendGift(context)
    return { conversation_id: conversation.public_id, message: presentMessage(context, message, 0) }
  }
})
