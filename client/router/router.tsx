import { useQueryClient } from '@tanstack/react-query'
import { createContext, startTransition, use, useCallback, useEffect, useRef, useState } from 'react'
import { routeQueries } from '../../shared/routes/queries.ts'
import { asApiError } from '../api/api-error.ts'
import { ask, keyOf } from '../api/questions.ts'
import { useSite } from '../app/site.tsx'
import { loadPage } from '../pages/registry.ts'
import { keyOfPage } from './page-key.ts'
import { locationOf, type Location } from './location.ts'
import { rememberScroll, scrollOf, startScroll } from './scroll.ts'
import { reloadForChunk } from './chunk-reload.ts'

interface Router {
  location: Location
  /** A navigation is under way: the loading bar shows after 200 ms. */
  pending: boolean
  /** Code of a page could not be loaded even after the reload; the error page shows. */
  failure: unknown
  /** Goes to a path of our own host, keeping the old page until the new one is ready. */
  navigate: (url: string, options?: { replace?: boolean }) => void
  /** Changes the query of this page without loading anything. */
  replaceUrl: (url: string) => void
}

const RouterContext = createContext<Router | null>(null)

export function useRouter(): Router {
  const router = use(RouterContext)
  if (!router) throw new Error('useRouter() needs <RouterProvider>')
  return router
}

/**
 * The router of a page with a session; visitors' links are documents. The old page stays until code and data of the new one
 * are there (transition), then scroll, focus and the announcement follow.
 */
export function RouterProvider({ url, notFound, children }: { url: string; notFound: boolean; children: React.ReactNode }) {
  const queryClient = useQueryClient()
  const { member, tenant } = useSite()
  const [location, setLocation] = useState<Location>(() => (notFound ? { ...locationOf(url), match: null } : locationOf(url)))
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const latest = useRef(0)
  const shownUrl = useRef(location.url)
  const arrival = useRef<{ scroll: number; focus: boolean } | null>(null)

  const show = useCallback(
    async (target: string, scroll: number) => {
      const turn = ++latest.current
      const next = locationOf(target)
      setPending(true)
      try {
        const asked = next.match ? routeQueries(next.match.route.key, next.match.params, next.search, member) : []
        // What is known already is shown at once; the page itself asks again for what has aged.
        const questions = asked.filter((question) => queryClient.getQueryData(keyOf(question)) === undefined)
        await Promise.all([
          loadPage(keyOfPage(next.match), tenant.language),
          ...questions.map(({ entry, query }) => queryClient.prefetchQuery({ ...ask(entry, query), retry: false }))
        ])
      } catch (error) {
        // Only a chunk can fail here: prefetched questions keep their errors for the page to show.
        if (latest.current === turn) setPending(false)
        // Without a connection a document would not come either, and the browser's own page would take the place of ours.
        if (!navigator.onLine || !reloadForChunk(target)) setFailure(asApiError(error))
        return
      }
      if (latest.current !== turn) return
      arrival.current = { scroll, focus: true }
      startTransition(() => {
        setLocation(next)
        setFailure(null)
        setPending(false)
      })
    },
    [member, queryClient, tenant.language]
  )

  const navigate = useCallback(
    (target: string, { replace = false } = {}) => {
      rememberScroll()
      // As a browser does: the same address again is no new entry of the history.
      const same = target === window.location.pathname + window.location.search
      if (replace || same) history.replaceState({ key: crypto.randomUUID() }, '', target)
      else history.pushState({ key: crypto.randomUUID() }, '', target)
      void show(target, 0)
    },
    [show]
  )

  const replaceUrl = useCallback((target: string) => {
    history.replaceState(history.state, '', target)
    setLocation((current) => ({ ...current, url: target, search: new URL(target, 'http://own.invalid').searchParams }))
  }, [])

  useEffect(() => {
    if (!member) return
    startScroll()
    const onPopState = () => {
      const target = window.location.pathname + window.location.search
      // A place on this very page, such as a line of its table of contents.
      const place = target === shownUrl.current && document.getElementById(window.location.hash.slice(1))
      if (place) place.scrollIntoView()
      else void show(target, scrollOf(history.state))
    }
    window.addEventListener('popstate', onPopState)
    window.addEventListener('pagehide', rememberScroll)
    return () => {
      window.removeEventListener('popstate', onPopState)
      window.removeEventListener('pagehide', rememberScroll)
    }
  }, [member, show])

  useEffect(() => {
    shownUrl.current = location.url
    const at = arrival.current
    if (!at) return
    arrival.current = null
    window.scrollTo(0, at.scroll)
    const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
  }, [location])

  return <RouterContext value={{ location, pending, failure, navigate, replaceUrl }}>{children}</RouterContext>
}
