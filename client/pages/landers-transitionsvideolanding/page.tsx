import { Clip } from '../../landing/clip.tsx'
import film from '../../landing/clips/scenes.mp4'
import still from '../../landing/clips/scenes.webp'
import { LanderPoints } from '../../landing/lander-points.tsx'
import { LanderWords } from '../../landing/lander-words.tsx'
import { useSite, useT } from '../../site/site.tsx'
import styles from './landers-transitionsvideolanding.module.css'

/** Three drawn scenes, each opening out of the previous one, beside the call. No members and no numbers are shown; the visit remembers its campaign. */
export default function TransitionsVideoLander() {
  const t = useT()
  const { tenant } = useSite()
  return (
    <div className={styles.page} data-testid="lander-transitionsvideolanding">
      <div className={styles.stage}>
        <Clip film={film} still={still} />
        <div className={styles.words}>
          <LanderWords
            heading={t('landers-transitionsvideolanding.heading')}
            lead={t('landers-transitionsvideolanding.lead', { site: tenant.name })}
          />
        </div>
      </div>
      <LanderPoints />
    </div>
  )
}
