/** Files that are loading or have loaded, by path. */
const files = new Map<string, Promise<void>>()

/**
 * What the build calls for every lazy import (bin/build/lazy-imports.ts): `load` imports a module, `further` are the other files that it needs,
 * relative to `/`. A browser never fetches a module again in a document in which that failed once (whatwg/html#6768; Chromium 150 doesn't do yet what
 * the standard says since July 2026), so all files are fetched before the import, which takes them from the browser's cache. Rejects with a TypeError
 * if one can't be; then it can be called again.
 */
export async function loadCode<T>(load: () => Promise<T>, further: readonly string[] = []): Promise<T> {
  // The build writes the name of the module's file there, and nowhere else.
  const [file] = /[\w.-]+\.js/.exec(String(load))!
  await Promise.all([`assets/${file}`, ...further].map((path) => fetchFile(`/${path}`)))
  return await load()
}

async function fetchFile(path: string): Promise<void> {
  // The document itself asks for some.
  if (document.querySelector(`link[href="${path}"]`)) return
  const fetched = files.get(path) ?? fetchWhole(path)
  files.set(path, fetched)
  await fetched
}

async function fetchWhole(path: string): Promise<void> {
  try {
    const answer = await fetch(path)
    if (!answer.ok) throw new TypeError(`${answer.status} ${path}`)
    await answer.arrayBuffer()
  } catch (error) {
    files.delete(path)
    throw error
  }
}
