import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { Icon } from './icon.tsx'
import styles from './error-summary.module.css'

const CONTROL = 'input:not([type="hidden"]), select, textarea, button'

/**
 * The errors of a form, at its top; takes the focus at every new `attempt`, and links to each field. With attempt 0 it came with the page: then the
 * browser focuses it, never a script that hydrates while the reader is typing again. `field` is the `id` given to the field; a message without one
 * concerns the whole form. Corrected errors stay, struck through, so that nothing moves or is read out during typing.
 */
export function ErrorSummary({
  title,
  errors,
  attempt = 0
}: {
  title: string
  errors: ReadonlyArray<{ field?: string; message: ReactNode; corrected?: boolean }>
  attempt?: number
}) {
  const box = useRef<HTMLDivElement>(null)
  const titleId = useId()
  const shown = errors.length > 0

  useEffect(() => {
    if (shown && attempt > 0) box.current?.focus()
  }, [shown, attempt])

  function handleClick(event: MouseEvent<HTMLAnchorElement>, field: string) {
    const target = document.getElementById(field)
    if (!target) return
    event.preventDefault()
    const control = target.matches(CONTROL) ? target : target.querySelector<HTMLElement>(CONTROL)
    const place = control?.closest('fieldset') ?? document.querySelector(`label[for="${CSS.escape(field)}"]`) ?? target
    place.scrollIntoView({ block: 'nearest' })
    control?.focus({ preventScroll: place !== control })
  }

  if (!shown) return null
  return (
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- the error has to be read first
    <div ref={box} className={styles.summary} role="alert" aria-labelledby={titleId} tabIndex={-1} autoFocus={attempt === 0}>
      <Icon name="warning" className={styles.icon} />
      <div className={styles.body}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        <ul className={styles.list}>
          {errors.map(({ field, message, corrected }, index) => (
            <li key={field ?? index} className={corrected ? styles.corrected : undefined}>
              {field === undefined ? (
                message
              ) : (
                <a href={`#${field}`} className={styles.link} onClick={(event) => handleClick(event, field)}>
                  {message}
                </a>
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
