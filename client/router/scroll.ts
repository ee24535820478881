interface HistoryState {
  key?: string
}

const nameOf = (state: HistoryState | null) => `scroll:${state?.key ?? ''}`

/** Takes the scroll position over from the browser. A document that the reader comes back to, or reloads, opens where it was left. */
export function startScroll(): void {
  history.scrollRestoration = 'manual'
  const state = history.state as HistoryState | null
  if (!state?.key) return history.replaceState({ ...state, key: crypto.randomUUID() }, '')
  // Whoever has scrolled before the script was there stays.
  if (window.scrollY === 0) window.scrollTo(0, scrollOf(state))
}

/** Keeps the scroll position of the entry of the history that is being left. */
export function rememberScroll(): void {
  try {
    sessionStorage.setItem(nameOf(history.state as HistoryState | null), String(window.scrollY))
  } catch {
    // Storage may be switched off: then the page opens at the top.
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
