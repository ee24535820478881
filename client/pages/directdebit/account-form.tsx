import { useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent } from 'react'
import { queryOf } from '../../api/queries.ts'
import { useForm } from '../../forms/use-form.ts'
import { useT } from '../../site/site.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './directdebit.module.css'

/** The values typed. */
export interface Account {
  holder: string
  iban: string
  phone: string
}

interface AccountFormProps {
  typed: Account
  onType: (account: Account) => void
  onSent: () => void
}

/** Holder, IBAN and phone; sends the code. */
export function AccountForm({ typed, onType, onSent }: AccountFormProps) {
  const t = useT()
  const queryClient = useQueryClient()
  const { form, summary, field, busy } = useForm('startDirectDebit', {
    fields: ['holder', 'iban', 'phone'],
    labels: { holder: 'debit.holder', iban: 'debit.iban', phone: 'debit.phone' },
    body: () => typed,
    stays: true,
    done: (answer) => {
      queryClient.setQueryData(queryOf('getDirectDebit').queryKey, answer)
      onSent()
    }
  })
  const control = (name: keyof Account) => ({
    ...field(name),
    label: t(`debit.${name}`),
    value: typed[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => onType({ ...typed, [name]: target.value })
  })
  return (
    <form {...form} className={styles.card}>
      <ErrorSummary {...summary} />
      <TextField {...control('holder')} autoComplete="name" autoCapitalize="words" maxLength={100} />
      <TextField
        {...control('iban')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={60}
        className="numbers"
      />
      <TextField {...control('phone')} help={t('debit.phone_help')} type="tel" inputMode="tel" autoComplete="tel" maxLength={30} />
      <Button type="submit" wide busy={busy} busyLabel={t('form.sending')}>
        {t('debit.send')}
      </Button>
    </form>
  )
}
