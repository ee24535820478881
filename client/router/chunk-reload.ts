const GUARD = 'chunk_reloaded_at'
/** A failed chunk reloads the page at most once a minute (docs/requirements.tsv). */
const GUARD_MS = 60_000

/**
 * The code of a page couldn't be loaded, most likely because a new version is out: loads the document `target` instead. False for a second failure
 * within a minute, to avoid a loop, and without storage.
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
