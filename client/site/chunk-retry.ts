/** How many attempts are made. */
const ATTEMPTS = 4

/**
 * Loads code that a page needs only after it is shown: once more after 2, 4 and 8 s, or as soon as the connection is back; without one it waits.
 * Rejects with the last error.
 */
export async function loadPersistently<T>(load: () => Promise<T>): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await load()
    } catch (error) {
      if (failures >= ATTEMPTS) throw error
      await connected(1000 * 2 ** failures)
    }
  }
}

/** Resolves after some time if there is a connection then, otherwise when there is one. */
function connected(after: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(() => navigator.onLine && done(), after)
    window.addEventListener('online', done)
  })
}
