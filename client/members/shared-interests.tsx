import { useMessage, useT } from '../site/site.tsx'
import { Chip } from '../ui/chip.tsx'
import { InterestIcon } from './interest-icon.tsx'
import styles from './shared-interests.module.css'

/** What two members have in common, at most as much as fits. */
export function SharedInterests({ interests }: { interests: readonly string[] }) {
  const t = useT()
  const message = useMessage()
  return (
    <section className={styles.shared}>
      <h3 className={styles.title}>{t('likes.shared')}</h3>
      <ul className={styles.list}>
        {interests.slice(0, MOST).map((interest) => (
          <li key={interest}>
            <Chip icon={<InterestIcon interest={interest} />}>{message(`interest.${interest}`)}</Chip>
          </li>
        ))}
      </ul>
    </section>
  )
}

const MOST = 5
