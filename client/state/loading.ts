import { useEffect } from 'react'
import { create } from 'zustand'

/** How many parts of the page are loading that the member asked for. */
const useParts = create<{ loading: number }>(() => ({ loading: 0 }))

const count = (change: 1 | -1) => useParts.setState(({ loading }) => ({ loading: loading + change }))

/** Shows the loading bar while `loading`. */
export function useLoadingBar(loading: boolean): void {
  useEffect(() => {
    if (!loading) return
    count(1)
    return () => count(-1)
  }, [loading])
}

export function usePartLoading(): boolean {
  return useParts(({ loading }) => loading > 0)
}
