import { href } from '../../../shared/routes/match.ts'
import { useSite, useT } from '../../site/site.tsx'
import { useForm } from '../../forms/use-form.ts'
import { FormCard } from '../../forms/form-card.tsx'
import { useLink } from '../../router/link.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { PageProps } from '../registry.ts'

/** Requests the mail for choosing a new password. */
export default function ResetPasswordPage({ search }: PageProps) {
  return search.get('sent') === '1' ? <Sent /> : <Request />
}

function Request() {
  const t = useT()
  const { form, summary, field, typed, busy } = useForm('requestPasswordReset', {
    fields: ['email'],
    done: () => window.location.assign(href('reset-password', {}, { sent: 1 }))
  })
  return (
    <FormCard heading={t('reset-password.heading')} lead={t('reset-password.lead')} form={form}>
      <ErrorSummary {...summary} />
      <TextField
        {...field('email')}
        label={t('form.email')}
        defaultValue={typed('email')[0]}
        type="email"
        inputMode="email"
        autoComplete="email"
      />
      <Button type="submit" wide busy={busy} busyLabel={t('form.sending')}>
        {t('reset-password.submit')}
      </Button>
    </FormCard>
  )
}

/** The same text whether the address has an account or not. */
function Sent() {
  const t = useT()
  const { tenant } = useSite()
  const again = useLink('reset-password')
  return (
    <EmptyState
      art="letter"
      level={1}
      title={t('form.check_mail')}
      action={
        <LinkButton variant="secondary" {...again}>
          {t('link-over.request')}
        </LinkButton>
      }
    >
      {t('reset-password.sent_text', { sender: tenant.mail_name })}
    </EmptyState>
  )
}
