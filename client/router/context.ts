import { createContext, use } from 'react'
import type { Location } from './location.ts'

export interface Router {
  location: Location
  /** A navigation is running: the loading bar shows after 200 ms. */
  pending: boolean
  /** The code of a page couldn't be loaded even after the reload; the error page is shown. */
  failure: unknown
  /** Navigates to a path of our own host, keeping the old page until the new one is ready. */
  navigate: (url: string, options?: { replace?: boolean }) => void
  /** Changes the query of this page without loading anything; the fragment stays. */
  replaceUrl: (url: string) => void
}

/** Known to every page; the router itself, which loads pages, is not. */
export const RouterContext = createContext<Router | null>(null)

export function useRouter(): Router {
  const router = use(RouterContext)
  if (!router) throw new Error('useRouter() needs <RouterProvider>')
  return router
}
