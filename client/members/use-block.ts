import { useMutation, useQueryClient } from '@tanstack/react-query'
import { write } from '../api/call.ts'
import { useErrorToast } from '../feedback/use-error-toast.ts'
import { setBlocked } from './liked.ts'

/** Blocks a member, or unblocks them: busy until the profile is back. */
export function useBlock(id: string) {
  const queryClient = useQueryClient()
  const tell = useErrorToast()
  return useMutation({
    mutationFn: (blocked: boolean) => write(blocked ? 'blockMember' : 'unblockMember', { id }),
    onSuccess: (_, blocked) => setBlocked(queryClient, id, blocked),
    onError: tell
  })
}
