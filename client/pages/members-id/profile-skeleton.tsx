import { Skeleton } from '../../ui/skeleton.tsx'
import gallery from './gallery.module.css'
import styles from './member-profile.module.css'
import { LoadingHeading } from '../../feedback/loading-heading.tsx'

/** A profile of which nothing is known yet. */
export function ProfileSkeleton() {
  return (
    <div className={styles.profile} aria-busy="true">
      <LoadingHeading />
      <div className={gallery.gallery}>
        <div className={gallery.frame}>
          <Skeleton shape="block" />
        </div>
      </div>
      <div className={styles.facts}>
        <Skeleton width="half" />
        <WordsSkeleton />
      </div>
    </div>
  )
}

/** What a profile says, while only its card is known. */
export function WordsSkeleton() {
  return (
    <>
      <Skeleton width="short" />
      <Skeleton />
      <Skeleton width="long" />
    </>
  )
}
