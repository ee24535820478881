import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/queries.ts'
import { useT } from '../../site/site.tsx'
import { useForm } from '../../forms/use-form.ts'
import { FormCard } from '../../forms/form-card.tsx'
import { isUnknownLink } from '../../account/is-unknown-link.ts'
import { LinkOver } from '../../account/link-over.tsx'
import { NewPasswordFields } from '../../account/new-password-fields.tsx'
import { passwordReset } from '../../session/session-end.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import type { PageProps } from '../registry.ts'

/** Sets a new password with the link of the reset mail. While the link's state is unknown, the form is shown: submitting it will reveal the state. */
export default function ResetPasswordDoPage({ search }: PageProps) {
  const token = search.get('token') ?? ''
  const { data, error } = useQuery({ ...queryOf('getToken', { token }), enabled: token !== '' })
  const over = token === '' || isUnknownLink(error) || (data && (data.state !== 'open' || data.purpose !== 'reset_password'))
  return over ? <LinkOver purpose="reset_password" /> : <NewPassword token={token} />
}

function NewPassword({ token }: { token: string }) {
  const t = useT()
  const { form, summary, field, busy } = useForm('resetPassword', {
    fields: ['password', 'password_repeat'],
    labels: { password: 'password.new', password_repeat: 'password.repeat' },
    done: passwordReset
  })
  return (
    <FormCard heading={t('reset-password-do.heading')} lead={t('reset-password-do.lead')} form={form}>
      <ErrorSummary {...summary} />
      <input type="hidden" name="token" value={token} />
      <NewPasswordFields field={field} />
      <Button type="submit" wide busy={busy} busyLabel={t('form.sending')}>
        {t('reset-password-do.submit')}
      </Button>
    </FormCard>
  )
}
