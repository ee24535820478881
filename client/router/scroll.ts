interface HistoryState {
  key?: string
}

const nameOf = (state: HistoryState | null) => `scroll:${state?.key ?? ''}`

/** Takes over scroll restoration from the browser. A document that the reader comes back to, or reloads, opens where it was left. */
export function startScroll(): void {
  history.scrollRestoration = 'manual'
  const state = history.state as HistoryState | null
  if (!state?.key) return history.replaceState({ ...state, key: crypto.randomUUID() }, '')
  // If the reader scrolled before the script loaded, the position stays.
  if (window.scrollY === 0) window.scrollTo(0, scrollOf(state))
}

/** Stores the scroll position of the history entry that is being left. */
export function rememberScroll(): void {
  try {
    sessionStorage.setItem(nameOf(history.state as HistoryState | null), String(window.scrollY))
  } catch {
    // Storage may be turned off: then the page opens at the top.
  }
}

/** The position a history entry was left at, in px. */
export function scrollOf(state: unknown): number {
  try {
    return Number(sessionStorage.getItem(nameOf(state as HistoryState | null)) ?? 0)
  } catch {
    return 0
  }
}
