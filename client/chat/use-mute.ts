import { useMutation, useQueryClient } from '@tanstack/react-query'
import { write } from '../api/call.ts'
import { queryOf } from '../api/queries.ts'
import { useErrorToast } from '../feedback/use-error-toast.ts'
import { useT } from '../site/site.tsx'
import { showToast } from '../state/toasts.ts'

/** Turns mails and pushes about a conversation off or on, and says so. The lists are refetched, as on the member's other devices. */
export function useMute() {
  const t = useT()
  const queryClient = useQueryClient()
  const showError = useErrorToast()

  return useMutation({
    // Repeated after a failure, one would otherwise undo a later one.
    scope: { id: 'mute' },
    mutationFn: ({ conversation, muted }: { conversation: string; muted: boolean }) => write('muteChat', { conversation, muted }),
    onSuccess: (done, { muted }) => done && showToast({ text: t(muted ? 'chats.muted' : 'chats.unmuted') }),
    onError: showError,
    onSettled: () =>
      Promise.all(
        [queryOf('listChats'), queryOf('getChat')].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey: [queryKey[0]] }))
      )
  })
}
