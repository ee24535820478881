import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { isNotFound } from '../api/api-error.ts'
import { write } from '../api/call.ts'
import { changeAnswers } from '../api/change-answers.ts'
import { queryOf } from '../api/queries.ts'
import { useErrorToast } from '../feedback/use-error-toast.ts'

/** Blocking a member and unblocking them wait for each other: repeated after a failure, one would otherwise undo a later one. */
export const blockScope = (id: string) => ({ id: `block ${id}` })

/** Unblocks a member. Who isn't found was unblocked before, perhaps by a request whose answer got lost, and can't be seen for another reason. */
export async function sendUnblock(id: string): Promise<void> {
  try {
    await write('unblockMember', { id })
  } catch (error) {
    if (!isNotFound(error)) throw error
  }
}

/**
 * Removes a blocked member everywhere; their profile only keeps the name. Resolves when the open page shows a member who was unblocked.
 */
export async function setBlocked(queryClient: QueryClient, id: string, blocked: boolean): Promise<void> {
  if (blocked) {
    changeAnswers(queryClient, 'getMember', (answer) =>
      answer.member?.id === id ? { ...answer, member: null, blocked: { id, name: answer.member.name } } : answer
    )
  }
  // Almost everything may show the member, except the profiles of others.
  void queryClient.invalidateQueries({ predicate: ({ queryKey: [entry] }) => entry !== 'getMember' })
  if (!blocked) await queryClient.invalidateQueries({ queryKey: queryOf('getMember', { id }).queryKey })
}

/**
 * Blocks a member, or unblocks them: busy until the profile is back. `onBlocked` is called even if the page that asked is gone by then: the live event
 * of the block may arrive before its answer.
 */
export function useBlock(id: string, onBlocked?: () => void) {
  const queryClient = useQueryClient()
  const showError = useErrorToast()
  return useMutation({
    scope: blockScope(id),
    mutationFn: async (blocked: boolean) => void (blocked ? await write('blockMember', { id }) : await sendUnblock(id)),
    onSuccess: async (_, blocked) => {
      if (blocked) onBlocked?.()
      await setBlocked(queryClient, id, blocked)
    },
    onError: showError
  })
}
