import { useQuery, useQueryClient } from '@tanstack/react-query'
import { queryOf } from '../api/queries.ts'
import type { User } from '../../shared/api/user.ts'
import { useSite } from '../site/site.tsx'

export interface MemberState {
  /** Null while unknown: no session, or not loaded yet. */
  user: User | null
}

const USER = queryOf('getUser')

/** What the frame of every page shows about the logged-in member; fetches nothing for visitors. */
export function useMember(): MemberState {
  return { user: useUser()?.user ?? null }
}

/** On the edge the answer is there or won't come. A dozen parts of a page use it, and subscribing would cost more than rendering them. */
const useUser = import.meta.env.SSR
  ? () => useQueryClient().getQueryData(USER.queryKey)
  : () => useQuery({ ...USER, enabled: useSite().member }).data
