const GUARD = 'chunk_reloaded_at'
/** A failed chunk reloads the page once a minute at most (SPEC §9). */
const GUARD_MS = 60_000

/**
 * Code of a page could not be loaded, most likely because a new version is out: load the document `target` instead. False for a
 * second failure within a minute, so that no loop begins, and where nothing can be remembered.
 */
export function reloadForChunk(target: string): boolean {
  try {
    const before = Number(sessionStorage.getItem(GUARD) ?? 0)
    if (Date.now() - before < GUARD_MS) return false
    sessionStorage.setItem(GUARD, String(Date.now()))
  } catch {
    return false
  }
  location.assign(target)
  return true
}
