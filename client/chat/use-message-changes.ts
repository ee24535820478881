import type { EndpointInput } from '../../shared/api/endpoint.ts'
import type { Contract } from '../../shared/api/contract.ts'
import { write } from '../api/call.ts'
import { useErrorToast } from '../feedback/use-error-toast.ts'
import { TAKEN_BACK, type MessageChange } from '../live/known-conversations.ts'
import type { Bubble } from './conversation.ts'
import type { MessageActs } from './later-props.ts'
import type { OpenConversation } from './use-conversation.ts'

type Changes = 'giveHeart' | 'takeBackMessage'

/** What changes a message on the server: shown at once, and undone if that fails. */
export function useMessageChanges(
  { engine, snapshot }: OpenConversation,
  onReply: (message: Bubble) => void
): Pick<MessageActs, 'heart' | 'reply' | 'takeBack'> {
  const showError = useErrorToast()

  function change<N extends Changes>(name: N, { position }: Bubble, changed: MessageChange, more: object): void {
    if (position === null || snapshot.conversationId === null) return
    const undo = engine.preview(position, changed)
    const body = { conversation: snapshot.conversationId, position, ...more } as EndpointInput<Contract[N]>['body']
    write(name, body as never).catch((error: unknown) => {
      undo()
      showError(error)
    })
  }

  return {
    heart: (bubble) => change('giveHeart', bubble, { heart: !bubble.heart }, { heart: !bubble.heart }),
    takeBack: (bubble) => change('takeBackMessage', bubble, TAKEN_BACK, {}),
    reply: onReply
  }
}
