interface HistoryState {
  key?: string
}

/** The history entry whose page is shown: after the back button, the address is already that of another one. */
let shown: unknown

const nameOf = (state: unknown) => `scroll:${(state as HistoryState | null)?.key}`

/** Takes over scroll restoration from the browser. A document that the reader comes back to, or reloads, opens where it was left. */
export function startScroll(): void {
  history.scrollRestoration = 'manual'
  const state = history.state as HistoryState | null
  if (!state?.key) return history.replaceState({ ...state, key: crypto.randomUUID() }, '')
  // If the reader scrolled before the script loaded, the position stays.
  if (window.scrollY === 0) window.scrollTo(0, scrollOf(state))
}

/** The page of the current history entry is shown now. */
export function enterEntry(): void {
  shown = history.state
}

/** Stores the scroll position of the history entry that is being left. */
export function rememberScroll(): void {
  try {
    sessionStorage.setItem(nameOf(shown), `${window.scrollY}`)
  } catch {
    // Storage may be turned off: then the page opens at the top.
  }
}

/** The position a history entry was left at, in px. */
export function scrollOf(state: unknown): number {
  try {
    return Number(sessionStorage.getItem(nameOf(state)))
  } catch {
    return 0
  }
}
