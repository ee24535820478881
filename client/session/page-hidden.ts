/** Path of the contract's `pageHidden`, written out: the small script of visitors must not carry the contract. */
export const PAGE_HIDDEN_PATH = '/api/page-hidden.php'

/** Tells the server when the page becomes hidden (docs/requirements.tsv). */
export function startPageHidden(): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') navigator.sendBeacon(PAGE_HIDDEN_PATH, new Blob(['{}'], { type: 'application/json' }))
  })
}
