import { type InputEvent, useEffect, useRef } from 'react'
import { Field, type FieldProps } from './field.tsx'
import field from './field.module.css'
import styles from './text-area-field.module.css'
import { cx, type ElementProps } from './props.ts'

/* For browsers without `field-sizing: content`; the style sheet sets the maximum. */
function fit(area: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) return
  area.style.height = 'auto'
  area.style.height = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`
}

/** Several lines of text; grows with its content from `rows` (3) up to five lines, then scrolls. */
export function TextAreaField({
  label,
  labelHidden,
  optional,
  help,
  error,
  id,
  rows = 3,
  className,
  onInput,
  ...area
}: FieldProps & Omit<ElementProps<'textarea'>, 'ref'>) {
  const ref = useRef<HTMLTextAreaElement>(null)
  // A value set from outside (a draft restored, a composer emptied) changes the height too.
  useEffect(() => {
    if (ref.current) fit(ref.current)
  }, [area.value])
  function handleInput(event: InputEvent<HTMLTextAreaElement>) {
    fit(event.currentTarget)
    onInput?.(event)
  }
  return (
    <Field {...{ label, labelHidden, optional, help, error, id }}>
      {(control) => (
        <textarea
          {...area}
          {...control}
          ref={ref}
          rows={rows}
          className={cx(field.control, styles.area, rows === 1 ? styles.one : styles.many, className)}
          onInput={handleInput}
        />
      )}
    </Field>
  )
}
