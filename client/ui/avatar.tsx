import styles from './avatar.module.css'
import { Icon } from './icon.tsx'
import { cx } from './props.ts'

/**
 * A round picture of a person, or a drawn head if there is none. `alt` is empty if the name is shown beside it. `online` is the screen reader text
 * for the dot. Sizes: small 32, regular 48, large 72, huge 128 px.
 */
export function Avatar({
  src,
  alt,
  size = 'regular',
  online,
  className
}: {
  src?: string | null
  alt: string
  size?: 'small' | 'regular' | 'large' | 'huge'
  online?: string
  className?: string
}) {
  const { [size]: side } = { small: 32, regular: 48, large: 72, huge: 128 }
  return (
    <span className={cx(styles.avatar, styles[size], className)}>
      {src ? (
        <img src={src} alt={alt} width={side} height={side} className={styles.picture} loading="lazy" decoding="async" />
      ) : (
        <span className={styles.none} role={alt ? 'img' : undefined} aria-label={alt || undefined}>
          <Icon name="user" size={size === 'small' ? 'regular' : size === 'huge' ? 'huge' : 'large'} />
        </span>
      )}
      {online !== undefined && <OnlineDot label={online} className={styles.corner} />}
    </span>
  )
}

/** The dot of someone who is online, with its text for screen readers. */
export function OnlineDot({ label, className }: { label: string; className?: string }) {
  return (
    <span className={cx(styles.dot, className)}>
      <span className="visually-hidden">{label}</span>
    </span>
  )
}
