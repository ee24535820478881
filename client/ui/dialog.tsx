import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState
} from 'react'
import { IconButton } from './button.tsx'
import styles from './dialog.module.css'
import { cx, type ElementProps } from './props.ts'

/**
 * A modal dialog: a sheet from the bottom of a phone, a card in the middle of a larger screen.
 *
 * Esc, the backdrop and the close button close it and call `onClose`, unless `closable` is false (something is in progress): then nothing does, not
 * even a second Esc, which Chromium lets through despite a prevented `cancel`. Focus starts at `[data-autofocus]` or at the title and returns where
 * it was. Rendered open on the server it has the `open` attribute, so it is visible without a script, where the close button (`method="dialog"`)
 * still works.
 */
export function Dialog({
  open,
  onClose,
  title,
  titleHidden,
  closeLabel,
  closable = true,
  anyClick = false,
  size = 'regular',
  actions,
  children,
  className,
  ...rest
}: Omit<ElementProps<'dialog'>, 'onClose' | 'title' | 'open'> & {
  open: boolean
  onClose?: () => void
  title: ReactNode
  titleHidden?: boolean
  closeLabel: string
  closable?: boolean
  /** A click anywhere closes it, also on its links and buttons, which do their own work first. */
  anyClick?: boolean
  /** small 24 rem, regular 32 rem, whole: all of the screen, for pictures. */
  size?: 'small' | 'regular' | 'whole'
  /** The row of buttons at the bottom: one primary action, last in reading order first to the thumb. */
  actions?: ReactNode
}) {
  const [openAtFirst] = useState(open)
  const dialog = useRef<HTMLDialogElement>(null)
  const pressedOnBackdrop = useRef(false)
  const titleId = useId()

  useEffect(() => {
    if (open) showModal(dialog.current)
    else dialog.current?.close()
  }, [open])

  // Before the element leaves the page, so that the browser can give the focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    return () => element?.close()
  }, [])

  // A file field's own cancel event bubbles through the dialog; only the dialog's counts.
  function handleCancel(event: SyntheticEvent<HTMLDialogElement>) {
    if (event.target === event.currentTarget && !closable) event.preventDefault()
  }

  function handleClose(event: SyntheticEvent<HTMLDialogElement>) {
    if (event.target !== event.currentTarget || !open || event.currentTarget.open) return
    if (closable) onClose?.()
    else showModal(event.currentTarget)
  }

  function handleKeyDown(event: KeyboardEvent<HTMLDialogElement>) {
    if (event.key === 'Escape' && !closable) event.preventDefault()
  }

  // The dialog itself is only hit outside its panel. Both press and release must be there: dragging a selection out of a field must not close it.
  function handlePointerDown(event: PointerEvent<HTMLDialogElement>) {
    pressedOnBackdrop.current = event.target === event.currentTarget
  }

  function handleClick(event: SyntheticEvent<HTMLDialogElement>) {
    if (anyClick || (closable && pressedOnBackdrop.current && event.target === event.currentTarget)) event.currentTarget.close()
    pressedOnBackdrop.current = false
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the dialog handles Esc and the backdrop itself
    <dialog
      {...rest}
      ref={dialog}
      open={openAtFirst}
      className={cx(styles.dialog, styles[size], className)}
      closedby={closable ? 'closerequest' : 'none'}
      aria-labelledby={titleId}
      onCancel={handleCancel}
      onClose={handleClose}
      onKeyDown={handleKeyDown}
      onPointerDown={handlePointerDown}
      onClick={handleClick}
    >
      <div className={styles.panel}>
        <div className={cx(styles.head, titleHidden && styles.bare)}>
          <h2 id={titleId} className={cx(styles.title, titleHidden && 'visually-hidden')} tabIndex={-1} data-title="">
            {title}
          </h2>
          {closable && (
            <form method="dialog" className={styles.close}>
              <IconButton type="submit" icon="close" label={closeLabel} variant={titleHidden ? 'overlay' : 'quiet'} />
            </form>
          )}
        </div>
        <div className={styles.body}>{children}</div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </dialog>
  )
}

function showModal(dialog: HTMLDialogElement | null): void {
  if (!dialog || dialog.matches(':modal')) return
  // Shown by the server's `open` it is not modal yet; showModal() refuses an open dialog.
  dialog.removeAttribute('open')
  const root = document.documentElement
  root.style.setProperty('--modal-gutter', window.innerWidth > root.clientWidth ? 'stable' : 'auto')
  dialog.showModal()
  const start = dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog.querySelector<HTMLElement>('[data-title]')
  start?.focus()
}
