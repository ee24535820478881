import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { DirectDebit } from '../../../shared/api/directdebit.ts'
import { queryOf } from '../../api/queries.ts'
import { useForm } from '../../forms/use-form.ts'
import { useT } from '../../site/site.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './directdebit.module.css'
import { MandateText } from './mandate-text.tsx'

interface CodeFormProps {
  waiting: NonNullable<DirectDebit['waiting']>
  creditor: DirectDebit['creditor']
  onSigned: () => void
  onChange: () => void
}

/** The mandate as it will be signed, and the code that signs it. */
export function CodeForm({ waiting, creditor, onSigned, onChange }: CodeFormProps) {
  const t = useT()
  const queryClient = useQueryClient()
  const [code, setCode] = useState('')
  const input = useRef<HTMLDivElement>(null)
  const { queryKey } = queryOf('getDirectDebit')
  const { form, summary, field, busy } = useForm('signDirectDebit', {
    fields: ['code'],
    labels: { code: 'debit.code' },
    body: () => ({ id: waiting.id, code }),
    stays: true,
    done: (answer) => {
      queryClient.setQueryData(queryKey, answer)
      onSigned()
    }
  })
  // After a wrong code the last try may have been used up.
  const { attempt } = summary
  useEffect(() => {
    if (attempt > 0) void queryClient.invalidateQueries({ queryKey: ['getDirectDebit'] })
  }, [attempt, queryClient])
  useEffect(() => input.current?.querySelector('input')?.focus({ preventScroll: true }), [])
  return (
    <>
      <section className={styles.card} aria-label={t('debit.mandate')}>
        <MandateText mandate={waiting} creditor={creditor} at={null} />
      </section>
      <form {...form} className={styles.card}>
        <ErrorSummary {...summary} />
        <div role="status" className="contents">
          {waiting.until === null && <Banner tone="warning">{t('debit.ended')}</Banner>}
        </div>
        {waiting.until !== null && (
          <>
            <div ref={input}>
              <TextField
                {...field('code')}
                label={t('debit.code')}
                help={t('debit.sent', { phone_end: waiting.phone_end })}
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={10}
                className="numbers"
                value={code}
                onChange={({ target }) => setCode(target.value)}
              />
            </div>
            <Button type="submit" wide busy={busy} busyLabel={t('debit.signing')}>
              {t('debit.sign')}
            </Button>
          </>
        )}
        <Button variant={waiting.until === null ? 'primary' : 'quiet'} wide onClick={onChange}>
          {t('debit.again')}
        </Button>
      </form>
    </>
  )
}
