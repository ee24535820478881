import { useQuery, useQueryClient } from '@tanstack/react-query'
import { queryOf } from '../api/queries.ts'
import type { User } from '../../shared/api/user.ts'
import { useSite } from '../site/site.tsx'

const USER = queryOf('getUser')

/** The logged-in member, or null while unknown: no session, or not loaded yet. Fetches nothing for visitors. */
export function useUser(): User | null {
  return useAnswer()?.user ?? null
}

/** On the edge the answer is there or won't come. A dozen parts of a page use it, and subscribing would cost more than rendering them. */
const useAnswer = import.meta.env.SSR
  ? () => useQueryClient().getQueryData(USER.queryKey)
  : () => useQuery({ ...USER, enabled: useSite().member }).data
