import { useMutation, useMutationState, useQueryClient, type Query } from '@tanstack/react-query'
import { write } from '../api/call.ts'
import { queryOf } from '../api/queries.ts'
import { useErrorToast } from '../feedback/use-error-toast.ts'
import { showMatch } from '../state/like-modal.ts'
import { setLiked, SHOW_LIKES } from './liked.ts'
import type { EndpointName } from '../../shared/api/contract.ts'

/**
 * Likes a member or removes the like: shown at once, reverted with a message when the server refuses. Of several taps the last one counts: neither
 * the answers to earlier ones nor refetches change what is shown, since the cache has only what the server has answered.
 * @returns whether the member is shown as liked, and what a tap on the heart calls
 */
export function useLike({ id, liked }: { id: string; liked: boolean }) {
  const queryClient = useQueryClient()
  const showError = useErrorToast()
  const mutationKey = ['like', id]
  const isLast = () => queryClient.isMutating({ mutationKey }) <= 1
  const { mutate } = useMutation({
    mutationKey,
    // A second tap waits for the first, so that the last one wins.
    scope: { id: `like ${id}` },
    mutationFn: (wanted: boolean) => write(wanted ? 'likeMember' : 'unlikeMember', { id }),
    onSuccess(answer, wanted) {
      setLiked(queryClient, id, wanted, answer && 'match' in answer ? answer.match : undefined)
      if (isLast() && answer && 'member' in answer && answer.member) showMatch(answer.member)
    },
    onError(error) {
      void queryClient.invalidateQueries({ queryKey: queryOf('getMember', { id }).queryKey })
      showError(error)
    },
    onSettled() {
      if (!isLast()) return
      void queryClient.invalidateQueries({ queryKey: ['listLikes'] })
      // Answers to requests from before the last tap may arrive after it, so they are refetched.
      void queryClient.invalidateQueries({ predicate: isBeingFetched })
    }
  })
  const wanted = useMutationState({ filters: { mutationKey, status: 'pending' }, select: ({ state }) => state.variables as boolean })
  return { liked: wanted.at(-1) ?? liked, press: () => mutate(!(wanted.at(-1) ?? liked)) }
}

const isBeingFetched = ({ queryKey, state }: Query) => state.fetchStatus === 'fetching' && SHOW_LIKES.includes(queryKey[0] as EndpointName)
