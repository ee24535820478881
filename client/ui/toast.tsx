import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { IconButton } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'
import styles from './toast.module.css'
import { cx } from './props.ts'

export type Toast = { id: string; text: ReactNode; tone?: 'success' | 'danger' }

const ICONS: Record<NonNullable<Toast['tone']>, IconName> = { success: 'check', danger: 'warning' }

/** How long a toast stays, in ms. */
const DURATION = 6000

/**
 * Where short messages appear, over everything, even an open dialog. Always render it, even while there is none: screen readers must know the region
 * before it announces something. A toast disappears by itself, but not while hovered or focused.
 */
export function ToastRegion({
  toasts,
  onDismiss,
  closeLabel
}: {
  toasts: readonly Toast[]
  onDismiss: (id: string) => void
  closeLabel: string
}) {
  const region = useRef<HTMLDivElement>(null)
  const newest = toasts.at(-1)?.id

  // Shown again for each toast: the last one shown is on top of the top layer.
  useEffect(() => {
    const element = region.current
    if (newest === undefined || !element) return
    element.showPopover()
    return () => element.hidePopover()
  }, [newest])

  return (
    <div ref={region} popover="manual" role="status" className={styles.region}>
      {toasts.map((toast) => (
        <ToastItem key={toast.id} toast={toast} onDismiss={onDismiss} closeLabel={closeLabel} />
      ))}
    </div>
  )
}

function ToastItem({ toast, onDismiss, closeLabel }: { toast: Toast; onDismiss: (id: string) => void; closeLabel: string }) {
  const [held, setHeld] = useState(false)
  const dismiss = useEffectEvent(() => onDismiss(toast.id))

  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dismiss(), DURATION)
    return () => clearTimeout(timer)
  }, [held])

  return (
    <div
      className={cx(styles.toast, toast.tone && styles[toast.tone])}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={toast.tone ? ICONS[toast.tone] : 'info'} className={styles.icon} />
      <div className={styles.text}>{toast.text}</div>
      <IconButton icon="close" label={closeLabel} onClick={() => onDismiss(toast.id)} />
    </div>
  )
}
