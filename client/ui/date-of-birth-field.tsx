import { useId, useMemo } from 'react'
import styles from './date-of-birth-field.module.css'
import { FieldGroup, type FieldProps } from './field.tsx'
import field from './field.module.css'
import { cx } from './props.ts'

/** Digits as typed: day and month of one or two, year of four. */
export type DateParts = { day: string; month: string; year: string }

type Part = keyof DateParts

const isPart = (type: string): type is Part => type === 'day' || type === 'month' || type === 'year'

/** Day, month and year in the order in which the language writes a date in figures (Intl). */
function partsInOrder(locale: string): Part[] {
  const date = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'numeric', year: 'numeric', timeZone: 'UTC' })
  return date.formatToParts(0).flatMap(({ type }) => (isPart(type) ? [type] : []))
}

/** Date of birth as three short fields for figures, posted as `<name>.day`, `<name>.month`, `<name>.year`. */
export function DateOfBirthField({
  locale,
  name,
  labels,
  defaultValue,
  ...group
}: FieldProps & {
  locale: string
  name: string
  labels: Record<Part, string>
  defaultValue?: Partial<DateParts>
}) {
  const prefix = useId()
  const order = useMemo(() => partsInOrder(locale), [locale])
  return (
    <FieldGroup {...group}>
      {(invalid) => (
        <div className={styles.parts}>
          {order.map((part) => (
            <div key={part} className={cx(styles.part, part === 'year' && styles.year)}>
              <label htmlFor={`${prefix}${part}`} className={styles.label}>
                {labels[part]}
              </label>
              <input
                id={`${prefix}${part}`}
                className={field.control}
                type="text"
                inputMode="numeric"
                name={`${name}.${part}`}
                defaultValue={defaultValue?.[part] ?? ''}
                maxLength={part === 'year' ? 4 : 2}
                autoComplete={`bday-${part}`}
                aria-invalid={invalid}
              />
            </div>
          ))}
        </div>
      )}
    </FieldGroup>
  )
}
