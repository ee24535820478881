import { useEffect, useRef, useState } from 'react'
import { useT } from '../site/site.tsx'
import { useLateErrorToast } from '../forms/use-late-error-toast.ts'
import { useForm } from '../forms/use-form.ts'
import { Button } from '../ui/button.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { Stack } from '../ui/layout.tsx'
import { CurrentPasswordField } from './current-password-field.tsx'
import { TextField } from '../ui/text-field.tsx'

/** A new address for the account; the page provides the heading. Nothing changes until the link mailed to that address is used. */
export function ChangeEmail({ current }: { current: string }) {
  const t = useT()
  const [sent, setSent] = useState(false)
  const said = useRef<HTMLParagraphElement>(null)
  // Where the form was: a screen reader reads it, and the keyboard continues from there.
  useEffect(() => {
    if (sent) said.current?.focus()
  }, [sent])
  if (!sent) return <ChangeEmailForm current={current} onSent={() => setSent(true)} />
  return (
    <p ref={said} role="status" tabIndex={-1}>
      {t('change-email.sent', { email: current })}
    </p>
  )
}

function ChangeEmailForm({ current, onSent }: { current: string; onSent: () => void }) {
  const t = useT()
  const { form, summary, field, typed, busy } = useForm('requestMailChange', {
    fields: ['email', 'password'],
    labels: { email: 'change-email.email', password: 'form.password' },
    done: onSent,
    failed: useLateErrorToast()
  })
  return (
    <form {...form}>
      <Stack>
        <ErrorSummary {...summary} />
        <TextField
          {...field('email')}
          label={t('change-email.email')}
          help={t('change-email.help', { email: current })}
          defaultValue={typed('email')[0]}
          type="email"
          inputMode="email"
          autoComplete="email"
        />
        <CurrentPasswordField {...field('password')} label={t('form.password')} />
        <Button type="submit" busy={busy} busyLabel={t('form.sending')}>
          {t('change-email.submit')}
        </Button>
      </Stack>
    </form>
  )
}
