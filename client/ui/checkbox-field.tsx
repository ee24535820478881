import { type ReactNode, useId } from 'react'
import { FieldError } from './field.tsx'
import styles from './checkbox-field.module.css'
import { cx, type ElementProps } from './props.ts'

/** A checkbox with its text; the whole row is the target. `type="radio"` makes it one of several. */
export function CheckboxField({
  label,
  help,
  error,
  id: given,
  type = 'checkbox',
  className,
  ...input
}: Omit<ElementProps<'input'>, 'type'> & { label: ReactNode; help?: ReactNode; error?: ReactNode; type?: 'checkbox' | 'radio' }) {
  const made = useId()
  const id = given ?? made
  return (
    <div className={cx(styles.field, className)}>
      <div className={styles.row}>
        <input
          {...input}
          id={id}
          type={type}
          className={styles.box}
          aria-describedby={cx(help ? `${id}-help` : null, error ? `${id}-error` : null)}
          aria-invalid={error ? true : undefined}
        />
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
      </div>
      {help && (
        <p id={`${id}-help`} className={styles.help}>
          {help}
        </p>
      )}
      <FieldError id={id}>{error}</FieldError>
    </div>
  )
}
