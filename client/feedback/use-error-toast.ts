import { asApiError } from '../api/api-error.ts'
import { showToast } from '../state/toasts.ts'
import { useMessage } from '../site/site.tsx'

/** Returns a function that shows in a toast why something failed. */
export function useErrorToast(): (failure: unknown) => void {
  const message = useMessage()
  return (failure) => {
    const { error } = asApiError(failure)
    showToast({ text: message(error.message_key, error.params), tone: 'danger' })
  }
}
