import type { QueryClient } from '@tanstack/react-query'

/** Pictures that cannot be had at all must not make the page ask without end. In ms. */
const AT_MOST_EVERY = 60_000

/**
 * Addresses of pictures end after some minutes. When one that is scrolled to late is refused, what the page shows is asked
 * for again and comes with fresh addresses.
 */
export function startPictureRefresh(queryClient: QueryClient): void {
  let asked = -Infinity
  document.addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLImageElement) || !target.src.includes('/media/') || performance.now() - asked < AT_MOST_EVERY) return
      asked = performance.now()
      void queryClient.invalidateQueries()
    },
    // Errors of pictures do not rise.
    true
  )
}
