import { chatPhotos } from '../../shared/api/chat-photos.ts'
import { presentMessage } from '../chats/present-message.ts'
import { implement } from '../http/handler.ts'
import { keepPicture } from '../photos/keep-picture.ts'
import { checkSending, sendPhoto } from './send-photo.ts'
import { findPhoto, showPhoto } from './show-photo.ts'

export const handlers = implement(chatPhotos, {
  /** Decoding takes up to a second: nothing is locked meanwhile. */
  sendPhoto: {
    async prepare(asked) {
      const picture = await keepPicture(asked, asked.body, { check: () => checkSending(asked), whole: true, gone: asked.gone })
      return async (context) => {
        const { conversation, message } = await sendPhoto(context, picture)
        return { conversation_id: conversation.public_id, message: presentMessage(context, message, 0) }
      }
    }
  },

  getChatPhoto: async (context) => await findPhoto(context, context.query),

  showPhoto: async (context) => {
    await showPhoto(context, context.body)
    return {}
  }
})
