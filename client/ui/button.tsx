import type { MouseEvent } from 'react'
import styles from './button.module.css'
import { Icon, type IconName } from './icon.tsx'
import { cx, type ElementProps } from './props.ts'
import { Spinner } from './spinner.tsx'

/** primary: the main action · secondary: an alternative · accent: credits and premium · quiet: everything else · danger: cannot be undone. */
type ButtonVariant = 'primary' | 'secondary' | 'accent' | 'quiet' | 'danger'

type Look = {
  variant?: ButtonVariant
  /** As wide as its container. */
  wide?: boolean
  /** 36 px high with a mouse, 44 px under a finger. */
  small?: boolean
  icon?: IconName
}

/**
 * A button. While `busy` it keeps its width, focus and place, shows a spinner, ignores clicks and is announced by `busyLabel`. `type` defaults to
 * `button`. One whose words change with its state has `data-on` instead of `aria-pressed`: "Unlike, pressed" sounds like a no.
 */
export function Button({
  variant = 'primary',
  wide,
  small,
  icon,
  busy = false,
  busyLabel,
  type = 'button',
  className,
  children,
  onClick,
  ...rest
}: ElementProps<'button'> & Look & { busy?: boolean; busyLabel?: string }) {
  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type}
      className={cx(styles.button, styles[variant], wide && styles.wide, small && styles.small, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={handleClick}
    >
      <span>
        {icon && <Icon name={icon} />}
        {children}
      </span>
      {busy && (
        <span className={styles.busy}>
          <Spinner />
          {busyLabel !== undefined && <span className="visually-hidden">{busyLabel}</span>}
        </span>
      )}
    </button>
  )
}

/** A link that looks like a button. */
export function LinkButton({ variant = 'primary', wide, small, icon, className, children, ...rest }: ElementProps<'a'> & Look) {
  return (
    <a {...rest} className={cx(styles.button, styles[variant], wide && styles.wide, small && styles.small, className)}>
      <span>
        {icon && <Icon name={icon} />}
        {children}
      </span>
    </a>
  )
}

type IconLook = {
  /** What it does, for screen readers and as a tooltip. */
  label: string
  icon: IconName
  variant?: ButtonVariant | 'overlay'
}

/** A round button with an icon only; `overlay` is for use on pictures. A two-state button passes `aria-pressed`. */
export function IconButton({
  label,
  icon,
  variant = 'quiet',
  type = 'button',
  className,
  ...rest
}: Omit<ElementProps<'button'>, 'children'> & IconLook) {
  return (
    <button {...rest} type={type} className={cx(styles.button, styles.round, styles[variant], className)} title={label}>
      <Icon name={icon} size="large" />
      <span className="visually-hidden">{label}</span>
    </button>
  )
}

/** A round link with an icon only. */
export function IconLink({ label, icon, variant = 'quiet', className, ...rest }: Omit<ElementProps<'a'>, 'children'> & IconLook) {
  return (
    <a {...rest} className={cx(styles.button, styles.round, styles[variant], className)} title={label}>
      <Icon name={icon} size="large" />
      <span className="visually-hidden">{label}</span>
    </a>
  )
}
