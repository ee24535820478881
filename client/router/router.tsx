import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { startTransition, useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import type { ApiQuery } from '../../shared/api/api-query.ts'
import type { Locale } from '../../shared/i18n/locales.ts'
import { isOffered, type Offering } from '../../shared/routes/match.ts'
import { withMemberQuery } from '../../shared/routes/member-query.ts'
import { routeQueries } from '../../shared/routes/queries.ts'
import type { Route } from '../../shared/routes/route.ts'
import { asApiError } from '../api/api-error.ts'
import { queryOf, keyOf } from '../api/queries.ts'
import { knownUser } from '../session/when-user.ts'
import { useSite } from '../site/site.tsx'
import { RouterContext } from './context.ts'
import { keyOfPage } from './page-key.ts'
import { locationOf, type Location } from './location.ts'
import { showWithPortrait } from './move-portrait.ts'
import { enterEntry, rememberScroll, scrollOf, startScroll } from './scroll.ts'
import { reloadForChunk } from './chunk-reload.ts'

interface RouterProps {
  url: string
  notFound: boolean
  /** Loads the code and the texts of a page, by the key of its route. */
  loadPage: (key: string, language: Locale) => Promise<void>
  /** Can a page begin without the answer to this query? */
  canBegin: (queryClient: QueryClient, query: ApiQuery) => boolean
  children: ReactNode
}

/** The edge answers differently for pages of a closed brand, and redirects members from pages that are for visitors only. */
function isLeftToEdge({ key, access, forMembers }: Route, tenant: Offering): boolean {
  return (tenant.closed && !isOffered(key, tenant)) || access === 'visitor' || forMembers !== null
}

/**
 * The router of a page with a session; visitors' links are documents. The old page stays until code and data of the new one are loaded (transition),
 * then scroll, focus and the announcement follow. A page that can begin with what is cached doesn't wait for its data.
 */
export function RouterProvider({ url, notFound, loadPage, canBegin, children }: RouterProps) {
  const queryClient = useQueryClient()
  const { member, tenant } = useSite()
  const [location, setLocation] = useState<Location>(() => (notFound ? { ...locationOf(url), match: null } : locationOf(url)))
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const latest = useRef(0)
  const shown = useRef(location)
  const stands = useRef<(() => void) | null>(null)
  const arrival = useRef<{ scroll: number; left: string | undefined } | null>(null)

  const show = useCallback(
    async (target: string, scroll: number, left?: string) => {
      const turn = ++latest.current
      const next = locationOf(target)
      setPending(true)
      try {
        const asked = next.match ? routeQueries(next.match.route.key, next.match.params, next.search, { member, tenant }) : []
        await Promise.all([
          loadPage(keyOfPage(next.match), tenant.language),
          ...asked.map((question) => {
            // Cached data is shown at once; the page itself refetches what is stale.
            if (queryClient.getQueryData(keyOf(question)) !== undefined) return null
            const answered = queryClient.prefetchQuery({ ...queryOf(question.endpoint, question.query), retry: false })
            return canBegin(queryClient, question) ? null : answered
          })
        ])
      } catch (error) {
        if (latest.current !== turn) return
        // Only a chunk can fail here: prefetched queries keep their errors for the page to show.
        setPending(false)
        // Offline, a document wouldn't load either, and the browser's own error page would replace ours.
        if (!navigator.onLine || !reloadForChunk(target)) setFailure(asApiError(error))
        return
      }
      if (latest.current !== turn) return
      showWithPortrait(shown.current, next, () => {
        arrival.current = { scroll, left }
        startTransition(() => {
          setLocation(next)
          setFailure(null)
          setPending(false)
        })
        stands.current?.()
        return new Promise<void>((resolve) => (stands.current = resolve))
      })
    },
    [loadPage, canBegin, member, queryClient, tenant]
  )

  const navigate = useCallback(
    (asked: string, { replace = false } = {}) => {
      rememberScroll()
      const { match } = locationOf(asked)
      if (match && isLeftToEdge(match.route, tenant)) return window.location.assign(asked)
      const user = member && knownUser(queryClient)
      const target = user ? withMemberQuery(asked, user) : asked
      // As browsers do: the same address again is not a new history entry.
      const same = target === window.location.pathname + window.location.search
      if (replace || same) history.replaceState({ key: crypto.randomUUID() }, '', target)
      else history.pushState({ key: crypto.randomUUID() }, '', target)
      void show(target, 0)
    },
    [member, queryClient, show, tenant]
  )

  const replaceUrl = useCallback((target: string) => {
    history.replaceState(history.state, '', target + window.location.hash)
    setLocation(({ match }) => ({ ...locationOf(target), match }))
  }, [])

  useEffect(() => {
    if (!member) return
    startScroll()
    const onPopState = () => {
      rememberScroll()
      const target = window.location.pathname + window.location.search
      // A fragment on this page, such as from its table of contents.
      const place = target === shown.current.url && document.getElementById(window.location.hash.slice(1))
      if (!place) return void show(target, scrollOf(history.state), shown.current.url)
      enterEntry()
      place.scrollIntoView()
    }
    window.addEventListener('popstate', onPopState)
    window.addEventListener('pagehide', rememberScroll)
    return () => {
      window.removeEventListener('popstate', onPopState)
      window.removeEventListener('pagehide', rememberScroll)
    }
  }, [member, show])

  useEffect(() => {
    shown.current = location
    enterEntry()
    const at = arrival.current
    if (!at) return
    arrival.current = null
    window.scrollTo(0, at.scroll)
    stands.current?.()
    stands.current = null
    // Opening a composer puts the focus in it.
    const composer = document.querySelector<HTMLElement>('main [data-compose] textarea')
    if (composer) return composer.focus({ preventScroll: true })
    // The reader continues at the card or line they had opened.
    const followed = at.left && document.querySelector<HTMLElement>(`main li a[href="${CSS.escape(at.left)}"]`)
    if (followed) return followed.focus({ preventScroll: true })
    const heading = document.querySelector<HTMLElement>('main h1:not(.visually-hidden)') ?? document.querySelector<HTMLElement>('main')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
  }, [location])

  return <RouterContext value={{ location, pending, failure, navigate, replaceUrl }}>{children}</RouterContext>
}
