/** What this tab keeps under a key; null if there is nothing, or storage is turned off. An earlier version may have written it: check its shape. */
export function readTab(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Keeps something in this tab, also over a reload; null forgets it. Where storage is turned off, nothing is kept. */
export function keepInTab(key: string, value: object | null): void {
  try {
    if (value) sessionStorage.setItem(key, JSON.stringify(value))
    else sessionStorage.removeItem(key)
  } catch {
    // Storage is turned off.
  }
}
