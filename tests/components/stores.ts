import type { StoreApi } from 'zustand/vanilla'
import { create as createStore } from 'zustand/react'

/** Every store of the pages: vitest.config.ts puts this module in the place of zustand. */
export const stores: StoreApi<unknown>[] = []

/** As zustand's. */
export function create<T>(initializer: () => T) {
  const store = createStore(initializer)
  stores.push(store)
  return store
}

/** A store outlives the page that filled it: what a test left open would lie over the next test's page. */
export function emptyStores(): void {
  for (const store of stores) store.setState(store.getInitialState(), true)
}
