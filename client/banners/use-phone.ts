import { useSyncExternalStore } from 'react'

/** As in the styles: below this width the layout is a phone's. */
const PHONE = '(width < 768px)'

function subscribe(changed: () => void): () => void {
  const query = window.matchMedia(PHONE)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Is the screen a phone's? False in the server's HTML, which cannot know. */
export function usePhone(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(PHONE).matches,
    () => false
  )
}
