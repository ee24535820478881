import { LanderPoints } from '../../landing/lander-points.tsx'
import { LanderWords } from '../../landing/lander-words.tsx'
import { useMessage, useSite, useT } from '../../site/site.tsx'
import styles from './landers-gallery.module.css'
import { Candle, Moon, Ribbon, Rings, Silk, Town } from './pictures.tsx'

const WALL = [
  { name: 'silk', Picture: Silk },
  { name: 'moon', Picture: Moon },
  { name: 'ribbon', Picture: Ribbon },
  { name: 'town', Picture: Town },
  { name: 'rings', Picture: Rings },
  { name: 'candle', Picture: Candle }
]

/** A wall of drawn pictures and one link. No members and no numbers are shown; the visit remembers its campaign. */
export default function GalleryLander() {
  const t = useT()
  const message = useMessage()
  const { tenant } = useSite()
  return (
    <div className={styles.page} data-testid="lander-gallery">
      <div className={styles.words}>
        <LanderWords heading={t('landers-gallery.heading')} lead={message(`niche.${tenant.niche}.intro`)} large muted />
      </div>
      <div className={styles.wall} aria-hidden="true">
        {WALL.map(({ name, Picture }) => (
          <div key={name} className={`${styles.frame} ${styles[name]}`}>
            <Picture />
          </div>
        ))}
      </div>
      <LanderPoints />
    </div>
  )
}
