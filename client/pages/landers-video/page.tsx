import { Clip } from '../../landing/clip.tsx'
import film from '../../landing/clips/evening.mp4'
import still from '../../landing/clips/evening.webp'
import { LanderPoints } from '../../landing/lander-points.tsx'
import { LanderWords } from '../../landing/lander-words.tsx'
import { useSite, useT } from '../../site/site.tsx'
import styles from './landers-video.module.css'

/** An animated drawing of a window at night, above the call. No members and no numbers are shown; the visit remembers its campaign. */
export default function VideoLander() {
  const t = useT()
  const { tenant } = useSite()
  return (
    <div className={styles.page} data-testid="lander-video">
      <div className={styles.stage}>
        <Clip film={film} still={still} />
        <div className={styles.words}>
          <LanderWords heading={t('landers-video.heading')} lead={t('landers-video.lead', { site: tenant.name })} />
        </div>
      </div>
      <LanderPoints />
    </div>
  )
}
