import { type ChangeEvent, useId, useRef } from 'react'
import { FieldGroup, type FieldProps } from './field.tsx'
import { Select } from './select.tsx'
import styles from './range-pair.module.css'

type End = { name: string; label: string; defaultValue: number }

/**
 * Two selects for the ends of a range, such as an age from–to; the lower end pushes the upper one up and the other way round. Keeps its own state
 * (change `key` to reset it). With a `step` it can only begin at multiples of it, and end before one.
 */
export function RangePair({
  from,
  to,
  min,
  max,
  step = 1,
  ...group
}: FieldProps & {
  from: End
  to: End
  min: number
  max: number
  step?: number | undefined
}) {
  const prefix = useId()
  const low = useRef<HTMLSelectElement>(null)
  const high = useRef<HTMLSelectElement>(null)
  const steps = Array.from({ length: max - min }, (_, index) => min + 1 + index).filter((value) => value % step === 0)

  function handleChange(event: ChangeEvent<HTMLSelectElement>) {
    if (!low.current || !high.current) return
    const changed = event.currentTarget
    const other = changed === low.current ? high.current : low.current
    if (low.current.selectedIndex > high.current.selectedIndex) other.selectedIndex = changed.selectedIndex
  }

  const end = (which: 'from' | 'to', { name, label, defaultValue }: End) => (
    <div>
      <label htmlFor={prefix + which} className="visually-hidden">
        {label}
      </label>
      <Select
        id={prefix + which}
        name={name}
        ref={which === 'from' ? low : high}
        defaultValue={defaultValue}
        options={(which === 'from' ? [min, ...steps] : [...steps.map((value) => value - 1), max]).map((value) => ({
          value,
          label: `${value}`
        }))}
        onChange={handleChange}
      />
    </div>
  )

  return (
    <FieldGroup {...group}>
      {() => (
        <div className={styles.pair}>
          {end('from', from)}
          <span className={styles.dash} aria-hidden="true">
            –
          </span>
          {end('to', to)}
        </div>
      )}
    </FieldGroup>
  )
}
