import { useSyncExternalStore } from 'react'

/** Is the page in the foreground: visible and with the keyboard focus? */
export function isInFront(): boolean {
  return document.visibilityState === 'visible' && document.hasFocus()
}

const CHANGES = ['focus', 'blur', 'visibilitychange']

function subscribe(changed: () => void): () => void {
  for (const type of CHANGES) window.addEventListener(type, changed)
  return () => CHANGES.forEach((type) => window.removeEventListener(type, changed))
}

/** Whether the page is in the foreground. False until it is hydrated, since it may have been opened in the background. */
export function useInFront(): boolean {
  return useSyncExternalStore(subscribe, isInFront, () => false)
}
