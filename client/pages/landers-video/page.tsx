import { Clip } from '../../landing/clip.tsx'
import film from '../../landing/clips/evening.mp4'
import still from '../../landing/clips/evening.webp'
import { JoinCall } from '../../landing/join-call.tsx'
import { LanderPoints } from '../../landing/lander-points.tsx'
import { useSite, useT } from '../../site/site.tsx'
import styles from './landers-video.module.css'

/** A window at night, filmed as a drawing, above the call. No members and no numbers are shown; the visit remembers its campaign. */
export default function VideoLander() {
  const t = useT()
  const { tenant } = useSite()
  return (
    <div className={styles.page} data-testid="lander-video">
      <div className={styles.stage}>
        <Clip film={film} still={still} />
        <div className={styles.words}>
          <h1 className={styles.headline}>{t('landers-video.heading')}</h1>
          <p className={styles.lead}>{t('landers-video.lead', { site: tenant.name })}</p>
          <JoinCall />
        </div>
      </div>
      <LanderPoints />
    </div>
  )
}
