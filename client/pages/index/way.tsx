import { Link } from '../../router/link.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import styles from './way.module.css'

/** A link as a row on its own card: icon, title, and a line that says why. */
export function Way({ to, icon, title, text }: { to: string; icon: IconName; title: string; text: string }) {
  return (
    <Link to={to} className={styles.way}>
      <WayIcon name={icon} />
      <span className={styles.words}>
        <span className={styles.title}>{title}</span>
        <span className={styles.text}>{text}</span>
      </span>
      <Icon name="chevron-right" />
    </Link>
  )
}

export function WayIcon({ name }: { name: IconName }) {
  return (
    <span className={styles.icon}>
      <Icon name={name} size="large" />
    </span>
  )
}
