import { useSyncExternalStore } from 'react'

const neverChanges = () => () => {}

/** False on the edge, and in the browser while a page is hydrated: what is rendered then must be what the edge rendered. True from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false
  )
}
