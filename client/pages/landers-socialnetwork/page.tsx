import { LanderPoints } from '../../landing/lander-points.tsx'
import { LanderWords } from '../../landing/lander-words.tsx'
import { useSite, useT } from '../../site/site.tsx'
import styles from './landers-socialnetwork.module.css'

/** Where the dots of the net are: x, y and radius on 640 × 520. */
const DOTS = [
  [60, 92, 9],
  [150, 40, 6],
  [262, 78, 10],
  [392, 36, 7],
  [520, 84, 9],
  [598, 176, 6],
  [572, 304, 10],
  [602, 436, 7],
  [486, 482, 9],
  [356, 448, 6],
  [232, 486, 10],
  [112, 440, 7],
  [40, 338, 9],
  [82, 214, 6]
] as const

/** A net of small, faded dots, with two people talking in the middle. No members and no numbers are shown; the visit remembers its campaign. */
export default function SocialNetworkLander() {
  const t = useT()
  const { tenant } = useSite()
  return (
    <div className={styles.page} data-testid="lander-socialnetwork">
      <div className={styles.hero}>
        <svg className={styles.picture} viewBox="0 0 640 520" aria-hidden="true">
          <path
            className={styles.net}
            d="M60 92 150 40l112 38 130-42 128 48 78 92-26 128 30 132-116 46-130-34-124 38-120-46-72-102 42-124ZM60 92l202-14M392 36l180 268M598 176l-112 306M572 304 356 448M232 486 40 338M112 440 82 214M262 78 82 214M520 84l82 352"
          />
          {DOTS.map(([x, y, radius]) => (
            <circle key={`${x} ${y}`} className={styles.dot} cx={x} cy={y} r={radius} />
          ))}
          <path className={styles.tie} d="M232 268c56-44 120-44 176 0" />
          <circle className={styles.one} cx="212" cy="280" r="58" />
          <circle className={styles.other} cx="428" cy="280" r="58" />
          <path className={styles.words} d="M186 262h52M186 280h40M186 298h28" />
          <path className={styles.words} d="M402 270h52M402 290h34" />
          <path
            className={styles.heart}
            d="M320 254c-11-10-18-16-18-24.500a10.500 10.500 0 0 1 18-7.500 10.500 10.500 0 0 1 18 7.500c0 8.500-7 14.500-18 24.500Z"
          />
        </svg>
        <div className={styles.text}>
          <LanderWords heading={t('landers-socialnetwork.heading')} lead={t('landers-socialnetwork.lead', { site: tenant.name })} large />
        </div>
      </div>
      <LanderPoints />
    </div>
  )
}
