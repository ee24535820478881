import { later } from '../site/later.tsx'
import type { PhotoManagerProps } from './photo-manager.tsx'
import styles from './photos-later.module.css'

const PhotoManager = later(() => import('./photo-manager.tsx'), ['photos'])

/** The member's own photos, loaded after hydration: most of the page's script, and useless without one. */
export function PhotosLater(props: PhotoManagerProps) {
  return (
    <div className={`${styles.photos} needs-script`}>
      <PhotoManager {...props} />
    </div>
  )
}
