import { useState } from 'react'
import { Field, type FieldProps } from './field.tsx'
import field from './field.module.css'
import styles from './password-field.module.css'
import { Icon } from './icon.tsx'
import { cx, type ElementProps } from './props.ts'

/** Turned off because browsers correct and capitalize a shown password. */
const AS_TYPED = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const

/** A password with a button that shows and hides it. `autoComplete` is `current-password` or `new-password`. */
export function PasswordField({
  label,
  labelHidden,
  optional,
  help,
  error,
  id,
  showLabel,
  hideLabel,
  className,
  ...input
}: FieldProps &
  Omit<ElementProps<'input'>, 'type'> & { autoComplete: 'current-password' | 'new-password'; showLabel: string; hideLabel: string }) {
  const [shown, setShown] = useState(false)
  const action = shown ? hideLabel : showLabel
  return (
    <Field {...{ label, labelHidden, optional, help, error, id }}>
      {(control) => (
        <span className={styles.box}>
          <input
            {...(shown && AS_TYPED)}
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
            className={cx(field.control, styles.input, className)}
          />
          <button
            type="button"
            className={cx(styles.toggle, 'needs-script')}
            title={action}
            aria-controls={control.id}
            onClick={() => setShown(!shown)}
          >
            <Icon name={shown ? 'eye-off' : 'eye'} size="large" />
            <span className="visually-hidden">{action}</span>
          </button>
        </span>
      )}
    </Field>
  )
}
