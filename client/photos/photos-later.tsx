import { lazy, Suspense, useEffect, useState } from 'react'
import type { PhotoManagerProps } from './photo-manager.tsx'
import styles from './photos-later.module.css'

const PhotoManager = lazy(() => import('./photo-manager.tsx'))

/** The member's own photos, loaded after hydration: most of the page's script, and useless without one. */
export function PhotosLater(props: PhotoManagerProps) {
  const [live, setLive] = useState(false)
  useEffect(() => setLive(true), [])
  return (
    <div className={`${styles.photos} needs-script`}>
      {live && (
        <Suspense>
          <PhotoManager {...props} />
        </Suspense>
      )}
    </div>
  )
}
