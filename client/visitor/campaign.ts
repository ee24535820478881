/** Path of the contract's `pageBounce`, written out: the small script of visitors must not carry the contract. */
export const PAGE_BOUNCE_PATH = '/api/page-bounce.php'

/** The tracking query (docs/requirements.tsv). The edge has put it into the cookie of the visit before this script runs. */
const TRACKING = ['network', 'ref', 'sub1', 'sub2', 'sub3', 'lb']
/** Events that show the visitor is staying. */
const STAYING = ['click', 'input', 'keydown', 'submit'] as const

/** Removes the campaign from the address bar, so that it isn't shared with a copied link, and counts a bounce if `lb` asks for it. */
export function startCampaign(): void {
  const url = new URL(location.href)
  const found = TRACKING.filter((name) => url.searchParams.has(name))
  if (found.length === 0) return
  if (found.includes('lb')) startPageBounce(url.searchParams)
  for (const name of found) url.searchParams.delete(name)
  history.replaceState(history.state, '', url.pathname + url.search + url.hash)
}

/**
 * A visitor who leaves without doing anything is counted once, unless their browser asks not to be tracked. What is counted comes from the link's own
 * address, not from a cookie (docs/decisions/006).
 */
function startPageBounce(link: URLSearchParams): void {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean }
  if (doNotTrack === '1' || globalPrivacyControl) return
  const counted = new URLSearchParams([...link].filter(([name]) => name === 'network' || name === 'lb'))
  const leave = () => {
    stay()
    navigator.sendBeacon(`${PAGE_BOUNCE_PATH}?${counted.toString()}`, new Blob(['{}'], { type: 'application/json' }))
  }
  const stay = () => {
    window.removeEventListener('pagehide', leave)
    for (const type of STAYING) document.removeEventListener(type, stay, true)
  }
  window.addEventListener('pagehide', leave)
  for (const type of STAYING) document.addEventListener(type, stay, { capture: true, passive: true })
}
