import { useSyncExternalStore } from 'react'

const neverChanges = () => () => {}

/** False on the edge, and in the browser while a page is hydrated: that render must match the edge's. True from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false
  )
}
