import field from './field.module.css'
import styles from './select.module.css'
import { cx, type ElementProps } from './props.ts'

export type SelectOption = { value: string | number; label: string }

/** The bare native select with the look of a field; the caller provides the label. */
export function Select({
  options,
  placeholder,
  className,
  children,
  ...rest
}: ElementProps<'select'> & { options?: readonly SelectOption[]; placeholder?: string }) {
  return (
    <span className={cx(styles.box, className)}>
      <select {...rest} className={cx(field.control, styles.select)}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options?.map((option) => (
          // Names made by Intl may differ by a letter between the server's and the browser's tables.
          <option key={option.value} value={option.value} suppressHydrationWarning>
            {option.label}
          </option>
        ))}
        {children}
      </select>
    </span>
  )
}
