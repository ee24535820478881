import { useState } from 'react'
import { CODE_LENGTH, normalizeCode, type DiscountRefusal } from '../../shared/rules/discounts.ts'
import { useT } from '../site/site.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './code-field.module.css'

interface CodeFieldProps {
  /** The code in use, as typed; null: none. */
  code: string | null
  /** Why it doesn't apply. */
  refusal: DiscountRefusal | null
  /** The discount that is used: another one, if the code saves no more on any bundle. */
  discount: { code: string; percentage: number } | null
  /** The lowest price that the code applies to, as money. */
  minimum: string | null
  /** Some bundles cost less than that. */
  partly: boolean
  busy: boolean
  onApply: (code: string | null) => void
}

/** The field for a discount code, and what became of it. The prices beside it show the effect. */
export function CodeField({ code, refusal, discount, minimum, partly, busy, onApply }: CodeFieldProps) {
  const t = useT()
  const [typed, setTyped] = useState(code ?? '')
  const [shown, setShown] = useState(code)
  // Another code comes with the address: from a link, or by going back.
  if (shown !== code) {
    setShown(code)
    setTyped(code ?? '')
  }
  const error = refusal && t(`discount.${refusal}`, { minimum })
  const applied = code !== null && !error && !busy
  const isOwn = code !== null && discount?.code === normalizeCode(code)
  return (
    <form
      method="get"
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        onApply(typed.trim() || null)
      }}
    >
      <div className={styles.row}>
        <TextField
          label={t('discount.field')}
          name="code"
          value={typed}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={CODE_LENGTH}
          error={error ?? undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" variant="secondary" busy={busy} busyLabel={t('form.sending')}>
          {t('discount.apply')}
        </Button>
      </div>
      <p role="status" className={styles.result}>
        {applied &&
          discount &&
          (isOwn ? t('discount.applied', { code: discount.code, percentage: discount.percentage }) : t('discount.better'))}{' '}
        {applied && partly && t('discount.minimum', { minimum })}
      </p>
      {applied && (
        <Button
          variant="quiet"
          small
          onClick={({ currentTarget }) => {
            currentTarget.form!.querySelector('input')!.focus()
            onApply(null)
          }}
        >
          {t('discount.remove')}
        </Button>
      )}
    </form>
  )
}
