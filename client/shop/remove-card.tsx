import { useMutation, useQueryClient } from '@tanstack/react-query'
import { write } from '../api/call.ts'
import { useErrorToast } from '../feedback/use-error-toast.ts'
import { useT } from '../site/site.tsx'
import { showToast } from '../state/toasts.ts'
import { Button } from '../ui/button.tsx'

/** Removes the saved card, here and at the provider. */
export function RemoveCard({ id, onRemoved }: { id: string; onRemoved?: () => void }) {
  const t = useT()
  const showError = useErrorToast()
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => write('removeStoredCard', { id }),
    async onSuccess(answer) {
      if (!answer) return
      onRemoved?.()
      showToast({ text: t('saved-method.removed'), tone: 'success' })
      for (const endpoint of ['getSavedMethods', 'getCredits']) await queryClient.invalidateQueries({ queryKey: [endpoint] })
    },
    onError: showError
  })
  return (
    <Button variant="quiet" small icon="trash" busy={isPending} busyLabel={t('form.sending')} onClick={() => mutate()}>
      {t('saved-method.remove_card')}
    </Button>
  )
}
