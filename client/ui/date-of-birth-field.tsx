import { type FormEvent, useId, useMemo } from 'react'
import { FieldGroup, type FieldProps } from './field.tsx'
import { cx } from './props.ts'
import { Select, type SelectOption } from './select.tsx'
import styles from './date-of-birth-field.module.css'

/** The three choices, each empty until made: day 1–31, month 1–12, year of four digits. */
export type DateParts = { day: string; month: string; year: string }

type Part = keyof DateParts

const DAYS = range(1, 31)

function range(from: number, to: number): SelectOption[] {
  return Array.from({ length: to - from + 1 }, (_, index) => ({ value: from + index, label: String(from + index) }))
}

/** Month names and the order of day, month and year as the language writes a date (Intl). */
function dateHabits(locale: string): { order: Part[]; months: SelectOption[] } {
  const name = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' })
  const whole = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
  const isPart = (type: string): type is Part => type === 'day' || type === 'month' || type === 'year'
  return {
    order: whole.formatToParts(0).flatMap(({ type }) => (isPart(type) ? [type] : [])),
    months: Array.from({ length: 12 }, (_, month) => ({ value: month + 1, label: name.format(Date.UTC(2000, month, 15)) }))
  }
}

/**
 * Date of birth as three selects in the language's order, posted as `<name>.day`, `<name>.month`, `<name>.year`.
 * Keeps its own state from `defaultValue`; `onChange` gets all three at every choice. `maxYear` is the year of the youngest allowed.
 */
export function DateOfBirthField({
  locale,
  name,
  labels,
  maxYear,
  minYear = maxYear - 102,
  defaultValue,
  required,
  onChange,
  ...group
}: FieldProps & {
  locale: string
  name: string
  labels: Record<Part, string>
  maxYear: number
  minYear?: number
  defaultValue?: Partial<DateParts>
  required?: boolean
  onChange?: (parts: DateParts) => void
}) {
  const prefix = useId()
  const { order, months } = useMemo(() => dateHabits(locale), [locale])
  const years = useMemo(() => range(minYear, maxYear).reverse(), [minYear, maxYear])
  const options = { day: DAYS, month: months, year: years }

  function handleChange(event: FormEvent<HTMLDivElement>) {
    const read = (part: Part) => event.currentTarget.querySelector<HTMLSelectElement>(`[data-part="${part}"]`)?.value ?? ''
    onChange?.({ day: read('day'), month: read('month'), year: read('year') })
  }

  return (
    <FieldGroup {...group}>
      {(invalid) => (
        <div className={styles.parts} onChange={handleChange}>
          {order.map((part) => (
            <div key={part} className={cx(styles.part, styles[part])}>
              <label htmlFor={`${prefix}${part}`} className="visually-hidden">
                {labels[part]}
              </label>
              <Select
                id={`${prefix}${part}`}
                name={`${name}.${part}`}
                data-part={part}
                defaultValue={defaultValue?.[part] ?? ''}
                options={options[part]}
                placeholder={labels[part]}
                autoComplete={`bday-${part}`}
                required={required}
                aria-invalid={invalid}
              />
            </div>
          ))}
        </div>
      )}
    </FieldGroup>
  )
}
