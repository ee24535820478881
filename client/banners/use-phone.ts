import { useSyncExternalStore } from 'react'

/** As in the styles: below this width the phone layout applies. */
const PHONE = '(width < 48rem)'

function subscribe(changed: () => void): () => void {
  const query = window.matchMedia(PHONE)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Is this a phone-sized screen? False in the server's HTML, which can't know. */
export function usePhone(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(PHONE).matches,
    () => false
  )
}
