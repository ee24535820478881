import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Icon, type IconName } from './icon.tsx'
import styles from './menu.module.css'
import { cx, type ElementProps } from './props.ts'

const ITEMS = 'a[href], button:not(:disabled)'

/**
 * What a script adds to the `<details>`: arrow keys, Home and End move through the items; Esc, a choice, a click elsewhere and leaving by Tab close
 * it. The focus goes back to the button before a chosen action runs, so that a dialog it opens returns the focus to something visible.
 */
function useMenu(ref: RefObject<HTMLDetailsElement | null>): void {
  useEffect(() => {
    const details = ref.current
    if (!details) return
    const listeners = new AbortController()
    const { signal } = listeners

    const close = (focusButton: boolean) => {
      if (focusButton) details.querySelector('summary')?.focus()
      details.open = false
    }

    const walk = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && details.open) {
        // A dialog around the menu stays open.
        event.preventDefault()
        event.stopPropagation()
        close(true)
        return
      }
      const items = [...details.querySelectorAll<HTMLElement>(`ul :is(${ITEMS})`)]
      const here = items.indexOf(document.activeElement as HTMLElement)
      const next = { ArrowDown: here + 1, ArrowUp: here < 0 ? -1 : here - 1, Home: 0, End: -1 }[event.key]
      if (next === undefined || (!details.open && !event.key.startsWith('Arrow'))) return
      event.preventDefault()
      details.open = true
      items.at(next === items.length ? 0 : next)?.focus()
    }

    details.addEventListener('keydown', walk, { signal })
    details.addEventListener(
      'click',
      ({ target }) => {
        const item = target instanceof Element && target.closest(`ul :is(${ITEMS})`)
        if (item) close(item.localName === 'button')
      },
      { signal }
    )
    details.addEventListener(
      'focusout',
      ({ relatedTarget }) => {
        if (relatedTarget instanceof Node && !details.contains(relatedTarget)) close(false)
      },
      { signal }
    )
    document.addEventListener(
      'pointerdown',
      ({ target }) => {
        if (!details.contains(target as Node)) close(false)
      },
      { signal }
    )
    return () => listeners.abort()
  }, [ref])
}

/**
 * A list of links and actions behind a button: a `<details>`, so it opens without a script. `data-menu`: client/visitor.ts closes it until React
 * does.
 *
 * `trigger` is what the button shows; `label` says it, also as a tooltip, if that is only an icon or a picture. `side`: where the list
 * opens; `foot` is below, but above on phones, for a bar at the bottom of a phone.
 */
export function Menu({
  trigger,
  label,
  variant = 'quiet',
  align = 'end',
  side = 'bottom',
  className,
  children
}: {
  trigger: ReactNode
  label?: string
  variant?: 'quiet' | 'overlay' | 'bare'
  align?: 'start' | 'end'
  side?: 'bottom' | 'foot'
  className?: string
  children: ReactNode
}) {
  const details = useRef<HTMLDetailsElement>(null)
  useMenu(details)
  return (
    <details ref={details} data-menu="" className={cx(styles.menu, className)}>
      <summary className={cx(styles.trigger, styles[variant])} title={label}>
        {trigger}
        {label && <span className="visually-hidden">{label}</span>}
      </summary>
      <ul className={cx(styles.list, styles[align], styles[side])}>{children}</ul>
    </details>
  )
}

/** A link in a Menu; `current` marks where the reader is. */
export function MenuLink({ icon, current, className, children, ...rest }: ElementProps<'a'> & { icon?: IconName; current?: boolean }) {
  return (
    <li>
      <a {...rest} aria-current={current ? 'page' : undefined} className={cx(styles.item, className)}>
        {icon && <Icon name={icon} />}
        <span>{children}</span>
        {current && <Icon name="check" size="small" />}
      </a>
    </li>
  )
}

/** An action in a Menu. */
export function MenuButton({ icon, tone, className, children, ...rest }: ElementProps<'button'> & { icon?: IconName; tone?: 'danger' }) {
  return (
    <li>
      <button type="button" {...rest} className={cx(styles.item, tone && styles[tone], className)}>
        {icon && <Icon name={icon} />}
        <span>{children}</span>
      </button>
    </li>
  )
}
