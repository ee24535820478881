import { useMutation, useQueryClient } from '@tanstack/react-query'
import { write } from '../api/call.ts'
import { queryOf } from '../api/queries.ts'
import { useErrorToast } from '../feedback/use-error-toast.ts'
import { setLiked } from './liked.ts'

/**
 * Likes a member or takes it back: shown at once, taken back with a word when the server refuses. Of several presses the last
 * one counts: the answers to earlier ones change nothing that is shown.
 */
export function useLike(id: string) {
  const queryClient = useQueryClient()
  const tell = useErrorToast()
  const mutationKey = ['like', id]
  const isLast = () => queryClient.isMutating({ mutationKey }) <= 1
  const mutation = useMutation({
    mutationKey,
    // A second press waits for the first, so that the last one wins.
    scope: { id: `like ${id}` },
    mutationFn: (liked: boolean) => write(liked ? 'likeMember' : 'unlikeMember', { id }),
    onMutate: (liked) => setLiked(queryClient, id, liked),
    onSuccess(answer, liked) {
      if (isLast()) setLiked(queryClient, id, liked, answer && 'match' in answer ? answer.match : undefined)
    },
    onError(error, liked) {
      if (isLast()) setLiked(queryClient, id, !liked)
      void queryClient.invalidateQueries({ queryKey: queryOf('getMember', { id }).queryKey })
      tell(error)
    },
    onSettled() {
      if (isLast()) void queryClient.invalidateQueries({ queryKey: ['listLikes'] })
    }
  })
  return mutation.mutate
}
