import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../api/queries.ts'
import type { User } from '../../shared/api/user.ts'
import { useSite } from '../site/site.tsx'

export interface MemberState {
  /** Null while unknown: no session, or not loaded yet. */
  user: User | null
}

/** What the frame of every page shows of the logged-in member; fetches nothing for visitors. */
export function useMember(): MemberState {
  const { member } = useSite()
  return { user: useQuery({ ...queryOf('getUser'), enabled: member }).data?.user ?? null }
}
