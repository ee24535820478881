import { hydratedLater } from '../site/hydrated-later.tsx'
import type { PhotoManagerProps } from './photo-manager.tsx'
import styles from './photo-manager-later.module.css'

const Manager = hydratedLater(() => import('./photo-manager.tsx'), ['photos'])

/** The member's own photos: most of the page's script, and useless without a script. */
export function PhotoManager(props: PhotoManagerProps) {
  return (
    <div className={`${styles.photos} needs-script`}>
      <Manager {...props} />
    </div>
  )
}
