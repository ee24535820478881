import { useSignupsOpen } from '../site/signup-way.ts'
import { useT } from '../site/site.tsx'
import styles from './lander-points.module.css'

/** What every lander promises, below its own idea. */
export function LanderPoints() {
  const t = useT()
  return (
    <ul className={styles.points}>
      {useSignupsOpen() && <li>{t('lander.point_free')}</li>}
      <li>{t('lander.point_region')}</li>
      <li>{t('lander.point_true')}</li>
    </ul>
  )
}
