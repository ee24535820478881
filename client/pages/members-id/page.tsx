import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isNotFound } from '../../api/api-error.ts'
import { queryOf } from '../../api/queries.ts'
import { LoadFailed } from '../../feedback/load-failed.tsx'
import { useT } from '../../site/site.tsx'
import { knownCard } from '../../members/known-card.ts'
import { useVisit } from '../../members/use-visit.ts'
import { NotFound } from '../../feedback/not-found.tsx'
import type { PageProps } from '../registry.ts'
import { Blocked } from './blocked.tsx'
import { Profile } from './profile.tsx'
import { ProfileSkeleton } from './profile-skeleton.tsx'

/**
 * The profile of a member; an unknown id and a forbidden one look the same. Opened from a card, it begins with what the card says.
 */
export default function Page({ params }: PageProps) {
  const id = params.id!
  const t = useT()
  const queryClient = useQueryClient()
  const { data, error, refetch, dataUpdatedAt } = useQuery(queryOf('getMember', { id }))
  const [card] = useState(() => (data ? null : knownCard(queryClient, id)))
  useVisit(id, data?.member ? dataUpdatedAt : 0)

  const gone = isNotFound(error)
  if (gone) return <NotFound />
  if (data?.blocked) return <Blocked member={data.blocked} />
  if (data?.member) return <Profile card={data.member} profile={data.member} begun={card !== null} />
  if (error) return <LoadFailed title={t('load-failed.profile')} level={1} error={error} retry={() => void refetch()} />
  return card ? <Profile card={card} profile={null} begun /> : <ProfileSkeleton />
}
