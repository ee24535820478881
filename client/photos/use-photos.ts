import { useMutation, useMutationState, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { Photo, Photos } from '../../shared/api/photos.ts'
import { isNotFound } from '../api/api-error.ts'
import { write } from '../api/call.ts'
import { queryOf } from '../api/queries.ts'
import { useErrorToast } from '../feedback/use-error-toast.ts'
import { useT } from '../site/site.tsx'
import { showToast } from '../state/toasts.ts'

const KEY = queryOf('listPhotos').queryKey
const ARRANGE = ['arrangePhotos']
const DELETE = ['deletePhoto']
/** Changes are sent one after another: repeated after a failure, one would otherwise undo a later one. */
const SCOPE = { id: 'photos' }

/** Stores an answer of photos.php in the cache; the member's main picture may have changed. */
export function takePhotos(queryClient: QueryClient, answer: Photos | false): void {
  if (answer) queryClient.setQueryData(KEY, answer)
  // An answer that is still on its way may be from before this one.
  void queryClient.invalidateQueries({ queryKey: KEY, fetchStatus: 'fetching', refetchType: 'all' })
  void queryClient.invalidateQueries({ queryKey: ['getUser'] })
}

/** The order with one photo moved to a position, counted from 0; the same list if it is already there. */
export function moved(ids: readonly string[], id: string, place: number): string[] {
  const rest = ids.filter((one) => one !== id)
  return rest.toSpliced(Math.max(0, Math.min(place, rest.length)), 0, id)
}

/** The photos in an order; those that it doesn't name come last, as on the server. */
export function inOrder(photos: readonly Photo[], order: readonly string[]): Photo[] {
  const place = ({ id }: Photo) => (order.includes(id) ? order.indexOf(id) : order.length)
  return photos.toSorted((a, b) => place(a) - place(b))
}

/**
 * Reorders the photos: on the screen at once, then on the server. Of several moves the last one counts: neither the answers to earlier ones nor
 * refetches change what is shown.
 * @param stored the photos as the server last had them
 * @returns the photos as they are shown, and what takes their new order
 */
export function useArrange(stored: readonly Photo[]) {
  const queryClient = useQueryClient()
  const fail = useFailure()
  const { mutate } = useMutation({
    mutationKey: ARRANGE,
    scope: SCOPE,
    mutationFn(order: string[]) {
      // The server refuses an order that names a photo which has been deleted meanwhile.
      const known = queryClient.getQueryData(KEY)?.photos
      return write('arrangePhotos', { order: known ? order.filter((id) => known.some((photo) => photo.id === id)) : order })
    },
    onSuccess: (answer) => takePhotos(queryClient, answer),
    onError: fail
  })
  const order = usePending<string[]>(ARRANGE).at(-1)
  return { photos: order ? inOrder(stored, order) : stored, arrange: mutate }
}

/** Deletes a photo, which is shown until the server has answered: without a connection, the deletion waits for one. */
export function useDeletePhoto() {
  const t = useT()
  const queryClient = useQueryClient()
  const fail = useFailure()
  return useMutation({
    mutationKey: DELETE,
    scope: SCOPE,
    mutationFn: (id: string) => write('deletePhoto', { id }),
    onSuccess(answer) {
      takePhotos(queryClient, answer)
      if (answer) showToast({ text: t('photos.deleted') })
    },
    onError(error) {
      // Already deleted, by another tab or by a request whose answer got lost.
      if (isNotFound(error)) void queryClient.invalidateQueries({ queryKey: KEY })
      else fail(error)
    }
  })
}

/** The photos that are being deleted. */
export function useBeingDeleted(): readonly string[] {
  return usePending<string>(DELETE)
}

/** What the pending mutations of a kind were called with, in their order. */
function usePending<T>(mutationKey: readonly string[]): T[] {
  return useMutationState({ filters: { mutationKey, status: 'pending' }, select: ({ state }) => state.variables as T })
}

/** Shows what went wrong and refetches the photos. */
function useFailure(): (error: unknown) => void {
  const queryClient = useQueryClient()
  const showError = useErrorToast()
  return (failure) => {
    showError(failure)
    void queryClient.invalidateQueries({ queryKey: KEY })
  }
}
