import { applicationFailed } from './early-input.ts'

let begun = false

/** The page's own script, the application's or that of visitors, runs: all files that it needs are there. */
export function beginScript(): void {
  begun = true
}

/** A sheet that didn't arrive is null, or one that can't be read. */
function hasArrived({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet!.cssRules.length > 0
  } catch {
    return false
  }
}

/** What the document needs, and didn't arrive, is loaded again. */
function loadMissing(): void {
  if (!navigator.onLine) return addEventListener('online', loadMissing, { once: true })
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
    if (!hasArrived(link)) link.replaceWith(link.cloneNode())
  if (!begun) applicationFailed()
}

// Elements of files fire events too, which this file may be too late for.
if (document.readyState === 'complete') setTimeout(loadMissing)
else addEventListener('load', loadMissing)
