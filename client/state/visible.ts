import { focusManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

const subscribe = (changed: () => void) => focusManager.subscribe(changed)

/** Whether the page can be seen. False until it is hydrated, since it may have been opened in a background tab, where live events refetch it, too. */
export function useVisible(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => focusManager.isFocused(),
    () => false
  )
}
