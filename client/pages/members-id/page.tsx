import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { queryOf } from '../../api/queries.ts'
import { LoadFailed } from '../../feedback/load-failed.tsx'
import { useT } from '../../site/site.tsx'
import { useVisit } from '../../members/use-visit.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { NotFound } from '../../feedback/not-found.tsx'
import type { PageProps } from '../registry.ts'
import { Blocked } from './blocked.tsx'
import { Profile } from './profile.tsx'
import gallery from './gallery.module.css'
import styles from './member-profile.module.css'

/** The profile of a member; an unknown id and a forbidden one look the same. */
export default function Page({ params }: PageProps) {
  const id = params.id!
  const t = useT()
  const { data, error, refetch, dataUpdatedAt } = useQuery(queryOf('getMember', { id }))
  useVisit(id, data?.member ? dataUpdatedAt : 0)

  const gone = error instanceof ApiError && error.code === 'not_found'
  if (gone) return <NotFound />
  if (data?.blocked) return <Blocked member={data.blocked} />
  if (data?.member) return <Profile member={data.member} />
  if (error) return <LoadFailed title={t('load-failed.profile')} level={1} error={error} retry={() => void refetch()} />
  return <Waiting />
}

function Waiting() {
  return (
    <div className={styles.profile} aria-busy="true">
      <div className={gallery.gallery}>
        <div className={gallery.frame}>
          <Skeleton shape="block" />
        </div>
      </div>
      <div className={styles.facts}>
        <Skeleton width="half" />
        <Skeleton width="short" />
        <Skeleton />
        <Skeleton width="long" />
      </div>
    </div>
  )
}
