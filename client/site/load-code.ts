/** Code that the build splits off: a module, and the other files that it needs. Paths of files are relative to `/`. */
type LoadCode = <T>(load: () => Promise<T>, files?: readonly string[]) => Promise<T>

/**
 * Makes what the build calls for every lazy import (bin/build/lazy-imports.ts). The files that a module needs are loaded beside it. A module that
 * could not be fetched once is never fetched again in the same document (whatwg/html#6768; Chromium 150 doesn't do yet what the standard says since
 * July 2026), so a further attempt imports it from another address, `?again=<failures>`, with `importFile`.
 */
export function lazyImports(importFile: (path: string) => Promise<unknown>): LoadCode {
  const failures = new Map<string, number>()
  const failuresOf = (name: string) => failures.get(name) ?? 0
  return async <T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> => {
    // The build writes the name of the file there, and nowhere else.
    const [name] = /[\w.-]+\.js/.exec(String(load))!
    // Without a connection only what the browser has cached is imported: anything else would fail for good.
    if (!navigator.onLine) await Promise.all([`assets/${name}`, ...files].map((file) => fetch(`/${file}`)))
    for (const file of files) preload(`/${file}`)
    const failed = failuresOf(name)
    try {
      return await (failed === 0 ? load() : (importFile(`./${name}?again=${failed}`) as Promise<T>))
    } catch (error) {
      // Callers that waited for the same attempt count it once: an address that works later must stay the same.
      if (failuresOf(name) === failed) failures.set(name, failed + 1)
      throw error
    }
  }
}

function preload(path: string): void {
  if (document.querySelector(`link[href="${path}"]`)) return
  const link = document.createElement('link')
  link.rel = 'preload'
  link.as = 'script'
  // As modules are fetched; otherwise they would be fetched twice.
  link.crossOrigin = ''
  link.href = path
  link.addEventListener('error', () => link.remove())
  document.head.append(link)
}
