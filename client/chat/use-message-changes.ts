import { useMutation, useQueryClient } from '@tanstack/react-query'
import { write } from '../api/call.ts'
import { useErrorToast } from '../feedback/use-error-toast.ts'
import { TAKEN_BACK, type MessageChange } from '../live/known-conversations.ts'
import type { Bubble } from './conversation.ts'
import type { MessageActs } from './message-acts.ts'
import type { OpenConversation } from './use-conversation.ts'

/** A message of the server's. */
interface Place {
  conversation: string
  position: number
}

/** Actions that change a message on the server: shown at once, and undone if that fails. */
export function useMessageChanges(
  { engine, snapshot }: OpenConversation,
  onReply: (message: Bubble) => void,
  canTakeBack: boolean
): Pick<MessageActs, 'heart' | 'reply' | 'takeBack' | 'showPhoto'> {
  const showError = useErrorToast()
  const queryClient = useQueryClient()
  const { mutateAsync: giveHeart } = useMutation({
    // A second tap waits for the first, so that the last one wins.
    scope: { id: 'heart' },
    mutationFn: (given: Place & { heart: boolean }) => write('giveHeart', given)
  })

  async function change({ position }: Bubble, changed: MessageChange, send: (place: Place) => Promise<unknown>): Promise<void> {
    if (position === null || snapshot.conversationId === null) return
    const undo = engine.preview(position, changed)
    try {
      await send({ conversation: snapshot.conversationId, position })
    } catch (error) {
      undo()
      showError(error)
    }
  }

  async function showPhoto(bubble: Bubble): Promise<void> {
    await change(bubble, { photo: 'shown' }, (place) => write('showPhoto', place))
    // Its addresses change with that.
    await queryClient.invalidateQueries({ queryKey: ['getChatPhoto'] })
  }

  return {
    heart(bubble) {
      const heart = !bubble.heart
      void change(bubble, { heart }, (place) => giveHeart({ ...place, heart }))
    },
    takeBack: canTakeBack && ((bubble) => void change(bubble, TAKEN_BACK, (place) => write('takeBackMessage', place))),
    showPhoto: (bubble) => void showPhoto(bubble),
    reply: onReply
  }
}
