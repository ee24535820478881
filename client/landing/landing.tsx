import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { MemberProfile } from '../../shared/api/members.ts'
import { isNotFound } from '../api/api-error.ts'
import { queryOf } from '../api/queries.ts'
import { LoadFailed } from '../feedback/load-failed.tsx'
import { LoadingPage } from '../feedback/loading-page.tsx'
import { NotFound } from '../feedback/not-found.tsx'
import { useT } from '../site/site.tsx'

/** A page about one member that leads to the sign-up. It shows only what that member shows to visitors. */
export function Landing({ id, children }: { id: string; children: (member: MemberProfile) => ReactNode }) {
  const t = useT()
  const { data, error, refetch } = useQuery(queryOf('getMember', { id }))
  const gone = isNotFound(error)
  if (gone || data?.member?.fictional) return <NotFound />
  if (data?.member) return children(data.member)
  if (error) return <LoadFailed title={t('load-failed.profile')} level={1} error={error} retry={() => void refetch()} />
  return <LoadingPage />
}
