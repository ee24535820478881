import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DirectDebit } from '../../../shared/api/directdebit.ts'
import { attempt } from '../../api/call.ts'
import { queryOf } from '../../api/queries.ts'
import { useErrorToast } from '../../feedback/use-error-toast.ts'
import { useT } from '../../site/site.tsx'
import { showToast } from '../../state/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Cluster, Stack } from '../../ui/layout.tsx'
import styles from './directdebit.module.css'
import { MandateText } from './mandate-text.tsx'

interface CurrentProps {
  mandate: NonNullable<DirectDebit['mandate']>
  creditor: DirectDebit['creditor']
  /** Begins a mandate for another account; null where that isn't possible. */
  onAnother: (() => void) | null
}

/** The mandate in force; it can be replaced and revoked. */
export function Current({ mandate, creditor, onAnother }: CurrentProps) {
  const t = useT()
  const [asks, setAsks] = useState(false)
  return (
    <section className={styles.card} aria-label={t('debit.current')}>
      <MandateText mandate={mandate} creditor={creditor} at={mandate.signed_at} />
      <Cluster>
        {onAnother && (
          <Button variant="secondary" small onClick={onAnother}>
            {t('debit.another')}
          </Button>
        )}
        <Button variant="quiet" small icon="trash" onClick={() => setAsks(true)}>
          {t('debit.revoke')}
        </Button>
      </Cluster>
      {asks && <Revoke id={mandate.id} onClose={() => setAsks(false)} />}
    </section>
  )
}

function Revoke({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useT()
  const showError = useErrorToast()
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    // One press, one request, which fails at once without a connection: nothing happens later that the member has decided against.
    networkMode: 'always',
    mutationFn: () => attempt('revokeDirectDebit', { body: { id } }),
    onSuccess: async (answer) => {
      if (!answer) return
      onClose()
      showToast({ text: t('debit.revoked'), tone: 'success' })
      queryClient.setQueryData(queryOf('getDirectDebit').queryKey, answer)
      for (const endpoint of ['getSavedMethods', 'getCredits']) await queryClient.invalidateQueries({ queryKey: [endpoint] })
    },
    onError: showError
  })
  return (
    <Dialog open onClose={onClose} title={t('debit.revoke')} closeLabel={t('debit.keep')}>
      <Stack>
        <p>{t('debit.revoke_text')}</p>
        <Button variant="danger" wide busy={isPending} busyLabel={t('form.sending')} onClick={() => mutate()}>
          {t('debit.revoke')}
        </Button>
        <Button variant="quiet" wide onClick={onClose}>
          {t('debit.keep')}
        </Button>
      </Stack>
    </Dialog>
  )
}
