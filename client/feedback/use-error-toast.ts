import { asApiError } from '../api/api-error.ts'
import { showToast } from '../state/toasts.ts'
import { useMessage } from '../site/site.tsx'

/** Returns what tells in passing why something was not done. */
export function useErrorToast(): (failure: unknown) => void {
  const message = useMessage()
  return (failure) => {
    const { error } = asApiError(failure)
    showToast({ text: message(error.message_key, error.params), tone: 'danger' })
  }
}
