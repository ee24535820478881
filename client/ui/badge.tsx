import { badgeText } from '../../shared/rules/badges.ts'
import styles from './badge.module.css'
import { Icon } from './icon.tsx'
import { cx, type ElementProps } from './props.ts'

/**
 * A count of unseen things; nothing at all when `count` is 0, unless `showZero`. `label` is the text after the number for screen readers ("unread
 * messages"), and a warning has a mark, since colour alone isn't enough.
 */
export function Badge({
  count,
  label,
  tone = 'primary',
  showZero = false
}: {
  count: number
  label: string
  tone?: 'primary' | 'warning' | 'danger'
  showZero?: boolean
}) {
  if (count <= 0 && !showZero) return null
  return (
    <span className={cx(styles.badge, 'numbers', styles[tone])} data-tone={tone}>
      {tone !== 'primary' && <Icon name="warning" size="small" className={styles.mark} />}
      <span>{badgeText(count) ?? 0}</span> <span className="visually-hidden">{label}</span>
    </span>
  )
}

/** A short word in a pill ("New", "Fictional"): neutral, brand, accent, success, warning or danger. */
export function Tag({
  tone = 'neutral',
  className,
  ...rest
}: ElementProps<'span'> & { tone?: 'neutral' | 'brand' | 'accent' | 'success' | 'warning' | 'danger' | 'picture' }) {
  return <span {...rest} className={cx(styles.tag, styles[`tag-${tone}`], className)} />
}
