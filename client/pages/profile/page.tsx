import { LoadFailed } from '../../app/load-failed.tsx'
import { useT } from '../../app/site.tsx'
import { PhotoManager } from '../../photos/photo-manager.tsx'
import { useUploads } from '../../photos/use-uploads.ts'
import { useOwnProfile } from '../../profile/use-own-profile.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Head } from './head.tsx'
import { ProfileForm } from './profile-form.tsx'
import styles from './profile.module.css'

/** The own profile, to be filled in. */
export default function Page() {
  const t = useT()
  const { data, error, refetch } = useOwnProfile()
  const uploads = useUploads()
  if (data) {
    return (
      <div className={styles.page}>
        <Head profile={data.profile} />
        <PhotoManager uploads={uploads} />
        <ProfileForm profile={data.profile} />
      </div>
    )
  }
  if (error) return <LoadFailed title={t('load-failed.profile')} level={1} retry={() => void refetch()} />
  return <Waiting />
}

function Waiting() {
  return (
    <div className={styles.page} aria-busy="true">
      <Skeleton width="half" />
      <Skeleton width="long" />
      <Skeleton />
    </div>
  )
}
