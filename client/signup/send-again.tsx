import { useState } from 'react'
import { useForm } from '../forms/use-form.ts'
import { useT } from '../site/site.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './check-mail.module.css'
import { keepSent, type Sent } from './kept.ts'

/** Where the link was sent; the address can be corrected and the mail sent again. It doesn't reveal whether an address has an account. */
export function SendAgain({ email, to }: Sent) {
  const t = useT()
  const [again, setAgain] = useState(false)
  const { form, summary, field, busy } = useForm('resendSignup', {
    fields: ['to'],
    stays: true,
    done: (_, sent) => {
      keepSent(sent)
      setAgain(true)
    }
  })
  return (
    <form {...form} className={styles.again} onInput={() => setAgain(false)}>
      <input type="hidden" name="email" value={email} />
      <ErrorSummary {...summary} />
      <TextField
        {...field('to')}
        type="email"
        label={t('signup.sent_to')}
        help={t('signup.sent_help')}
        defaultValue={to}
        autoComplete="email"
      />
      <Button type="submit" variant="secondary" busy={busy} busyLabel={t('form.sending')}>
        {t('signup.sent_again')}
      </Button>
      <p role="status" className={styles.state}>
        {again && t('signup.sent_done')}
      </p>
    </form>
  )
}
