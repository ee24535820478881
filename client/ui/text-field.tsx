import { Field, type FieldProps } from './field.tsx'
import field from './field.module.css'
import styles from './text-field.module.css'
import { Icon, type IconName } from './icon.tsx'
import { cx, type ElementProps } from './props.ts'

/** One line of text. Takes everything an input takes (`type`, `inputMode`, `autoComplete`, `value` or `defaultValue`, …). */
export function TextField({
  label,
  labelHidden,
  optional,
  help,
  error,
  id,
  icon,
  className,
  ...input
}: FieldProps & ElementProps<'input'> & { icon?: IconName }) {
  return (
    <Field {...{ label, labelHidden, optional, help, error, id }}>
      {(control) => (
        <span className={styles.box}>
          {icon && <Icon name={icon} className={styles.icon} />}
          <input type="text" {...input} {...control} className={cx(field.control, icon && styles.withIcon, className)} />
        </span>
      )}
    </Field>
  )
}
