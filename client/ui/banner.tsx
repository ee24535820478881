import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { IconButton } from './button.tsx'
import styles from './banner.module.css'
import { Icon, type IconName } from './icon.tsx'
import { cx, type ElementProps } from './props.ts'

const ICONS: Record<BannerTone, IconName> = { info: 'info', success: 'check', warning: 'warning', danger: 'warning', brand: 'sparkle' }

type BannerTone = 'info' | 'success' | 'warning' | 'danger' | 'brand'

/**
 * One line above the content: icon, text, one action, a close button. `onClose` is called after the closing animation (at once with reduced motion,
 * or if the screen is left meanwhile). Without `onClose` there is no close button. `line`: the action stays beside the text on phones too.
 */
export function Banner({
  tone = 'info',
  icon = ICONS[tone],
  line = false,
  action,
  onClose,
  closeLabel,
  className,
  children,
  ...rest
}: ElementProps<'div'> & { tone?: BannerTone; icon?: IconName; line?: boolean; action?: ReactNode } & (
    { onClose: () => void; closeLabel: string } | { onClose?: undefined; closeLabel?: undefined }
  )) {
  const [closing, setClosing] = useState(false)
  const close = useEffectEvent(() => onClose?.())

  useEffect(() => {
    if (!closing) return
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    let told = false
    const tell = () => {
      if (!told) close()
      told = true
    }
    const timer = setTimeout(tell, still ? 0 : 220)
    return () => {
      clearTimeout(timer)
      tell()
    }
  }, [closing])

  return (
    <div {...rest} className={cx(styles.banner, styles[tone], line && styles.line, closing && styles.closing, className)}>
      <div className={styles.fold}>
        <div className={styles.row}>
          <span className={styles.icon}>
            <Icon name={icon} size={tone === 'brand' ? 'regular' : 'small'} />
          </span>
          <div className={styles.words}>
            <div className={styles.sentence}>{children}</div>
            {action && <div className={styles.action}>{action}</div>}
          </div>
          {onClose && <IconButton icon="close" label={closeLabel} className={styles.close} onClick={() => setClosing(true)} />}
        </div>
      </div>
    </div>
  )
}
