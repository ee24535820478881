import type { QueryClient } from '@tanstack/react-query'

/** Pictures that can't be loaded at all must not cause endless refetches. In ms. */
const AT_MOST_EVERY = 60_000

/**
 * Addresses of pictures expire after a few minutes. When one that is scrolled to late is refused, the page's queries are refetched and bring fresh
 * addresses.
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
    // Error events of pictures don't bubble.
    true
  )
}
