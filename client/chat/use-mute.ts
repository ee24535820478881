import { useMutation, useQueryClient } from '@tanstack/react-query'
import { write } from '../api/call.ts'
import { queryOf } from '../api/queries.ts'
import { useErrorToast } from '../feedback/use-error-toast.ts'

/** Turns mails and pushes about a conversation off or on. The lists are refetched, as on the member's other devices. */
export function useMute() {
  const queryClient = useQueryClient()
  const showError = useErrorToast()
  return useMutation({
    mutationFn: ({ conversation, muted }: { conversation: string; muted: boolean }) => write('muteChat', { conversation, muted }),
    onError: showError,
    onSettled: () =>
      Promise.all(
        [queryOf('listChats'), queryOf('getChat')].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey: [queryKey[0]] }))
      )
  })
}
