import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '../api/queries.ts'
import { showToast } from '../state/toasts.ts'
import { useT } from '../site/site.tsx'
import { useLateErrorToast } from '../forms/use-late-error-toast.ts'
import { useForm } from '../forms/use-form.ts'
import { Button } from '../ui/button.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { Stack } from '../ui/layout.tsx'
import { CurrentPasswordField } from './current-password-field.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'

/** The old password and a new one twice; the page provides the heading. Other sessions end with it, so their list is refetched. */
export function ChangePassword() {
  const t = useT()
  const queryClient = useQueryClient()
  const [round, setRound] = useState(0)
  return (
    <ChangePasswordForm
      // A submitted form starts over, empty.
      key={round}
      onChanged={() => {
        showToast({ text: t('change-password.done'), tone: 'success' })
        setRound(round + 1)
        void queryClient.invalidateQueries({ queryKey: queryOf('listSessions').queryKey })
      }}
    />
  )
}

function ChangePasswordForm({ onChanged }: { onChanged: () => void }) {
  const t = useT()
  const { form, summary, field, busy } = useForm('changePassword', {
    fields: ['old_password', 'password', 'password_repeat'],
    labels: { old_password: 'change-password.old', password: 'password.new', password_repeat: 'password.repeat' },
    done: onChanged,
    failed: useLateErrorToast()
  })
  return (
    <form {...form}>
      <Stack>
        <ErrorSummary {...summary} />
        <CurrentPasswordField {...field('old_password')} label={t('change-password.old')} />
        <NewPasswordFields field={field} />
        <Button type="submit" busy={busy} busyLabel={t('form.sending')}>
          {t('change-password.submit')}
        </Button>
      </Stack>
    </form>
  )
}
