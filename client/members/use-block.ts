import { useMutation, useQueryClient } from '@tanstack/react-query'
import { write } from '../api/call.ts'
import { useErrorToast } from '../feedback/use-error-toast.ts'
import { setBlocked } from './liked.ts'

/** Blocking a member and unblocking them wait for each other: repeated after a failure, one would otherwise undo a later one. */
export const blockScope = (id: string) => ({ id: `block ${id}` })

/**
 * Blocks a member, or unblocks them: busy until the profile is back. `onBlocked` is called even if the page that asked is gone by then: the live event
 * of the block may arrive before its answer.
 */
export function useBlock(id: string, onBlocked?: () => void) {
  const queryClient = useQueryClient()
  const tell = useErrorToast()
  return useMutation({
    scope: blockScope(id),
    mutationFn: (blocked: boolean) => write(blocked ? 'blockMember' : 'unblockMember', { id }),
    onSuccess: async (_, blocked) => {
      if (blocked) onBlocked?.()
      await setBlocked(queryClient, id, blocked)
    },
    onError: tell
  })
}
