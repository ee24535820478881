import { Skeleton } from '../../ui/skeleton.tsx'
import gallery from './gallery.module.css'
import styles from './member-profile.module.css'
import { LoadingHeading } from '../../feedback/loading-heading.tsx'

/** The placeholder of a profile of which nothing is known yet. */
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

/** The placeholder of a profile's texts while only its card is known. */
export function WordsSkeleton() {
  return (
    <>
      <Skeleton width="short" />
      <Skeleton />
      <Skeleton width="long" />
    </>
  )
}
