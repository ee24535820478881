import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { Photos } from '../../shared/api/photos.ts'
import { isNotFound } from '../api/api-error.ts'
import { write } from '../api/call.ts'
import { queryOf } from '../api/queries.ts'
import { useErrorToast } from '../feedback/use-error-toast.ts'
import { useT } from '../site/site.tsx'
import { showToast } from '../state/toasts.ts'

const KEY = queryOf('listPhotos').queryKey

/** Stores an answer of photos.php in the cache; the member's main picture may have changed. */
export function takePhotos(queryClient: QueryClient, answer: Photos | false): void {
  if (answer) queryClient.setQueryData(KEY, answer)
  void queryClient.invalidateQueries({ queryKey: ['getUser'] })
}

/** The order with one photo moved to a position, counted from 0; the same list if it is already there. */
export function moved(ids: readonly string[], id: string, place: number): string[] {
  const rest = ids.filter((one) => one !== id)
  return rest.toSpliced(Math.max(0, Math.min(place, rest.length)), 0, id)
}

/** Reorders the photos: on the screen at once, then on the server. */
export function useArrange() {
  const queryClient = useQueryClient()
  const fail = useFailure()
  return useMutation({
    mutationFn: (order: string[]) => write('arrangePhotos', { order }),
    onMutate(order) {
      queryClient.setQueryData(
        KEY,
        (now) => now && { ...now, photos: now.photos.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id)) }
      )
    },
    onSuccess: (answer) => takePhotos(queryClient, answer),
    onError: fail
  })
}

export function useDeletePhoto() {
  const t = useT()
  const queryClient = useQueryClient()
  const fail = useFailure()
  return useMutation({
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

/** Shows what went wrong and refetches the photos. */
function useFailure(): (error: unknown) => void {
  const queryClient = useQueryClient()
  const showError = useErrorToast()
  return (failure) => {
    showError(failure)
    void queryClient.invalidateQueries({ queryKey: KEY })
  }
}
