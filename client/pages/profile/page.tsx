import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/queries.ts'
import { LoadFailed } from '../../feedback/load-failed.tsx'
import { useT } from '../../site/site.tsx'
import { PhotoManager } from '../../photos/photo-manager-later.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Head } from './head.tsx'
import { ProfileForm } from './profile-form.tsx'
import styles from './profile.module.css'
import { LoadingHeading } from '../../feedback/loading-heading.tsx'

/** The member's own profile, to be filled in. */
export default function Page() {
  const t = useT()
  const { data, error, refetch } = useQuery(queryOf('getProfile'))
  if (data) {
    return (
      <div className={styles.page}>
        <Head profile={data.profile} />
        <PhotoManager />
        <ProfileForm profile={data.profile} />
      </div>
    )
  }
  if (error) return <LoadFailed title={t('load-failed.profile')} level={1} error={error} retry={() => void refetch()} />
  return <Waiting />
}

function Waiting() {
  return (
    <div className={styles.page} aria-busy="true">
      <LoadingHeading />
      <Skeleton width="half" />
      <Skeleton width="long" />
      <Skeleton />
    </div>
  )
}
