import { type ReactNode, useId } from 'react'
import { FieldError } from './field.tsx'
import { cx, type ElementProps } from './props.ts'
import styles from './switch-field.module.css'

/** A switch that takes effect at once: text first, switch at the end of the row; the whole row is the target. */
export function SwitchField({
  label,
  help,
  error,
  className,
  ...input
}: Omit<ElementProps<'input'>, 'type' | 'id'> & { label: ReactNode; help?: ReactNode; error?: ReactNode }) {
  const id = useId()
  return (
    <div className={cx(styles.field, className)}>
      <label htmlFor={id} className={styles.row}>
        <span className={styles.words}>{label}</span>
        <input
          {...input}
          id={id}
          type="checkbox"
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a native checkbox has its own checked state
          role="switch"
          className={styles.switch}
          aria-describedby={cx(help ? `${id}-help` : null, error ? `${id}-error` : null) || undefined}
        />
      </label>
      {help && (
        <p id={`${id}-help`} className={styles.help}>
          {help}
        </p>
      )}
      <FieldError id={id}>{error}</FieldError>
    </div>
  )
}
