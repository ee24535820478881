import { useT } from '../site/site.tsx'
import styles from './clip.module.css'

/**
 * A short, silent animated film, 640 × 400, that repeats. client/visitor/clip.ts starts it where motion and data are welcome; everywhere else its
 * still is shown, and anyone can start and pause it.
 */
export function Clip({ film, still }: { film: string; still: string }) {
  return (
    <video
      className={styles.clip}
      src={film}
      poster={still}
      width={640}
      height={400}
      preload="none"
      aria-label={useT()('landers-video.clip')}
      controls
      loop
      muted
      playsInline
    />
  )
}
