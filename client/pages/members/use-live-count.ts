import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { searchQuery } from '../../../shared/routes/search-query.ts'
import { queryOf } from '../../api/queries.ts'

/** Pause after a change before members are counted, in ms. */
const PAUSE = 300

/** How many members the changed filters would find; null while that isn't known: nothing has changed, counting is under way, or it failed. */
export function useLiveCount(changed: Record<string, string> | null) {
  const [asked, setAsked] = useState(changed)
  useEffect(() => {
    const pause = setTimeout(() => setAsked(changed), PAUSE)
    return () => clearTimeout(pause)
  }, [changed])
  const { page: _first, ...query } = searchQuery(new URLSearchParams(asked ?? {}))
  const { data } = useQuery({ ...queryOf('countMembers', query), enabled: asked !== null, retry: false })
  return asked !== null && asked === changed ? (data ?? null) : null
}
