import { useQueryClient } from '@tanstack/react-query'
import type { EndpointInput } from '../../shared/api/endpoint.ts'
import type { Contract } from '../../shared/api/contract.ts'
import { write } from '../api/call.ts'
import { useErrorToast } from '../feedback/use-error-toast.ts'
import { TAKEN_BACK, type MessageChange } from '../live/known-conversations.ts'
import type { Bubble } from './conversation.ts'
import type { MessageActs } from './later-props.ts'
import type { OpenConversation } from './use-conversation.ts'

type Changes = 'giveHeart' | 'takeBackMessage' | 'showPhoto'

/** Actions that change a message on the server: shown at once, and undone if that fails. */
export function useMessageChanges(
  { engine, snapshot }: OpenConversation,
  onReply: (message: Bubble) => void,
  canTakeBack: boolean
): Pick<MessageActs, 'heart' | 'reply' | 'takeBack' | 'showPhoto'> {
  const showError = useErrorToast()
  const queryClient = useQueryClient()

  async function change<N extends Changes>(name: N, { position }: Bubble, changed: MessageChange, more: object = {}): Promise<void> {
    if (position === null || snapshot.conversationId === null) return
    const undo = engine.preview(position, changed)
    const body = { conversation: snapshot.conversationId, position, ...more } as EndpointInput<Contract[N]>['body']
    try {
      await write(name, body as never)
    } catch (error) {
      undo()
      showError(error)
    }
  }

  async function showPhoto(bubble: Bubble): Promise<void> {
    await change('showPhoto', bubble, { photo: 'shown' })
    // Its addresses change with that.
    await queryClient.invalidateQueries({ queryKey: ['getChatPhoto'] })
  }

  return {
    heart: (bubble) => void change('giveHeart', bubble, { heart: !bubble.heart }, { heart: !bubble.heart }),
    takeBack: canTakeBack && ((bubble) => void change('takeBackMessage', bubble, TAKEN_BACK)),
    showPhoto: (bubble) => void showPhoto(bubble),
    reply: onReply
  }
}
