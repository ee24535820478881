import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { LikesType } from '../../shared/api/likes.ts'
import { firstLikes } from '../../shared/routes/first-likes.ts'
import { queryOf } from '../api/queries.ts'
import { follow, opened, pageOf, type LikesPage, type ShownLike } from './likes-order.ts'

/** Where a further page begins: its cursor, and the time of the like before it. */
interface Beginning {
  after: string
  from: string | null
}

/** The likes of one kind for as long as the list is open: loaded page by page, kept up to date, and never moved. */
export function useFrozenLikes(type: LikesType) {
  const [beginnings, setBeginnings] = useState<readonly Beginning[]>([])
  const [entries, setEntries] = useState<readonly ShownLike[] | null>(null)
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  const queries = useQueries({
    queries: [queryOf('listLikes', firstLikes(type).query), ...beginnings.map(({ after }) => queryOf('listLikes', { type, after }))]
  })
  const first = queries[0]!
  const pages: LikesPage[] = []
  for (const [index, { data }] of queries.entries()) {
    if (!data) break
    pages.push(pageOf(data, type, index === 0 ? null : beginnings[index - 1]!.from))
  }
  const { shown, fresh, further } = follow(entries ?? opened(pages), pages, kept)

  // An answer from an earlier page may be refetched while the list is opening: it counts as what the reader sees first, not as already read.
  if (entries === null && pages.length > 0 && !first.isFetching) setEntries(opened(pages))
  // A requested page is added at the end; an empty list takes whatever has arrived.
  else if (entries !== null && further.length > 0) setEntries([...entries, ...further])
  else if (entries !== null && shown.length === 0 && fresh.length > 0) setEntries(fresh)

  const last = pages.at(-1)
  return {
    /** Undefined while nothing is known. */
    likes: first.data ? shown : undefined,
    /** How many have arrived since. */
    fresh: entries === null ? 0 : fresh.length,
    /** Shows the list as it is now. */
    showFresh: () => {
      setBeginnings([])
      setKept(new Set())
      setEntries(opened(pages.slice(0, 1)))
    },
    totalNew: first.data?.total_new ?? 0,
    failed: first.isError && !first.data,
    error: first.error,
    retry: () => void first.refetch(),
    hasMore: (last?.next ?? null) !== null || pages.length < queries.length,
    loading: pages.length < queries.length && queries.at(-1)!.isLoading,
    /** Why the next page couldn't be loaded. */
    moreError: queries[pages.length]?.error ?? null,
    /** Loads the next page, or again one that couldn't be loaded. */
    onMore: () => {
      if (pages.length < queries.length) return void queries[pages.length]!.refetch()
      const before = last?.likes.at(-1)
      if (last?.next && before) setBeginnings([...beginnings, { after: last.next, from: before.like_new ? null : before.liked_at }])
    },
    /** The reader has liked or unliked someone in this list. */
    onLiked: (id: string, liked: boolean) => {
      setKept((before) => (liked ? before : new Set([...before, id])))
    }
  }
}
