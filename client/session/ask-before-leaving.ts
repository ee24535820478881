/**
 * Lets the browser ask before it leaves the page while something would be lost with it. Only then: browsers that find such a listener may not keep
 * the page for the back button.
 * @param subscribe calls its listener after every change
 * @param atRisk would something be lost?
 */
export function askBeforeLeaving(subscribe: (listener: () => void) => unknown, atRisk: () => boolean): void {
  const ask = (event: Event) => atRisk() && event.preventDefault()
  subscribe(() => {
    if (atRisk()) addEventListener('beforeunload', ask)
    else removeEventListener('beforeunload', ask)
  })
}
