import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/queries.ts'
import { KEEPS_CARDS } from '../../members/keeps-cards.ts'
import { LoadFailed } from '../../feedback/load-failed.tsx'
import { LoadingHeading } from '../../feedback/loading-heading.tsx'
import { useT } from '../../site/site.tsx'
import { hydratedLater } from '../../site/hydrated-later.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { PageProps } from '../registry.ts'
import styles from './match-finder.module.css'
import type { MatchesProps } from './matches.tsx'
import { Questions } from './questions.tsx'

const Matches = hydratedLater<MatchesProps>(() => import('./matches.tsx'))

/** A few questions, then the members who fit the answers best, with the reasons. `?change=1` asks again. */
export default function MatchFinderPage({ search }: PageProps) {
  const t = useT()
  const { data, isError, error, refetch } = useQuery({ ...queryOf('findMatches'), ...KEEPS_CARDS })
  if (!data) {
    return isError ? (
      <LoadFailed level={1} title={t('match-finder.failed_title')} error={error} retry={() => void refetch()} />
    ) : (
      <div className={styles.page} aria-busy="true">
        <LoadingHeading />
        <Skeleton shape="block" />
      </div>
    )
  }
  const asking = data.answered_at === null || search.get('change') === '1'
  return asking ? <Questions answers={data.answers} /> : <Matches answers={data.answers} members={data.members} />
}
