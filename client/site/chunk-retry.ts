/**
 * Loads code that may be lost on the way: up to `attempts` times, 2, 4 and 8 s apart or as soon as the connection is back. Without
 * one it waits after an attempt. Rejects with the last error.
 */
export async function loadPersistently<T>(load: () => Promise<T>, attempts = 4): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await load()
    } catch (error) {
      if (failures >= attempts) throw error
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
