import { type ReactNode, useId } from 'react'
import type { ElementProps } from './props.ts'
import styles from './switch-field.module.css'

/** A switch that takes effect at once: text first, switch at the end of the row; the whole row is the target. */
export function SwitchField({
  label,
  help,
  ...input
}: Omit<ElementProps<'input'>, 'type' | 'id' | 'className'> & { label: ReactNode; help?: ReactNode }) {
  const id = useId()
  return (
    <div>
      <label className={styles.row}>
        <span>{label}</span>
        <input
          {...input}
          type="checkbox"
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a native checkbox has its own checked state
          role="switch"
          aria-describedby={help ? id : undefined}
        />
      </label>
      {help && <p id={id}>{help}</p>}
    </div>
  )
}
