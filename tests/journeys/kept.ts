import { expect } from 'vitest'
import { COOKIES, STORED } from '../../client/pages/pages-cookies/outline.ts'
import type { Person } from './browser.ts'

/** Everything a browser was given to store, by name. */
export interface Kept {
  cookies: Set<string>
  /** Keys of both storages, names of databases and caches. */
  stored: Set<string>
}

/** Cookies that only exist here: the journeys choose a country by a header. */
const AIDS = ['dev_country']

/**
 * From now on, records everything that pages store in this browser, however briefly. The function it resolves with adds what the browser holds at
 * that moment, which reveals anything the record has missed.
 */
export async function watchKept({ context }: Pick<Person, 'context'>): Promise<() => Promise<Kept>> {
  const kept: Kept = { cookies: new Set(), stored: new Set() }
  const reading: Promise<unknown>[] = []
  const noteCookies = (lines: readonly string[]) => lines.forEach((line) => kept.cookies.add(line.split('=')[0]!.trim()))
  context.on('response', (answer) => {
    // A page that was requested for the service worker: its headers never arrive here. What it set is among the cookies in the end.
    if (answer.request().serviceWorker()) return
    reading.push(
      answer.headersArray().then(
        (headers) => noteCookies(headers.filter(({ name }) => name.toLowerCase() === 'set-cookie').map(({ value }) => value)),
        () => {}
      )
    )
  })
  await context.exposeBinding('noteKept', (_, kind: 'cookie' | 'stored', name: string) => {
    if (kind === 'cookie') noteCookies([name])
    else kept.stored.add(name)
  })
  await context.addInitScript(() => {
    const { noteKept } = window as unknown as { noteKept: (kind: string, name: string) => void }
    const noted = <T extends object>(target: T, method: keyof T & string, note: (name: string) => void) => {
      const real = target[method] as (this: unknown, ...values: unknown[]) => unknown
      Object.assign(target, {
        [method](this: unknown, ...values: unknown[]) {
          note(String(values[0]))
          return Reflect.apply(real, this, values)
        }
      })
    }
    const store = (name: string) => noteKept('stored', name)
    noted(Storage.prototype, 'setItem', store)
    noted(IDBFactory.prototype, 'open', store)
    if ('CacheStorage' in window) noted(CacheStorage.prototype, 'open', store)
    const cookie = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie')!
    Object.defineProperty(Document.prototype, 'cookie', {
      ...cookie,
      set(this: Document, value: string) {
        noteKept('cookie', value)
        cookie.set!.call(this, value)
      }
    })
  })
  return async () => {
    for (const page of context.pages()) {
      const held = await page.evaluate(async () => [
        ...Object.keys(localStorage),
        ...Object.keys(sessionStorage),
        ...(await indexedDB.databases()).map(({ name }) => name ?? ''),
        ...('caches' in window ? await caches.keys() : [])
      ])
      for (const name of held) kept.stored.add(name)
    }
    for (const { name } of await context.cookies()) kept.cookies.add(name)
    await Promise.all(reading)
    return kept
  }
}

/**
 * Checks that the cookies page names everything these browsers were given, and that they were given everything it names, except what may come of
 * something that they have not met (`elsewhere`).
 */
export function expectDeclared(browsers: readonly Kept[], elsewhere: readonly string[]): void {
  const names = (kind: keyof Kept) => [...new Set(browsers.flatMap((kept) => [...kept[kind]]))]
  const [cookies, stored] = [names('cookies').filter((name) => !AIDS.includes(name)), names('stored')]
  const declared = Object.keys(STORED)
  expect(cookies.filter((name) => !(name in COOKIES))).toEqual([])
  expect(stored.filter((name) => !declared.some((one) => name.startsWith(one)))).toEqual([])
  const missing = [
    ...Object.keys(COOKIES).filter((name) => !cookies.includes(name)),
    ...declared.filter((one) => !stored.some((name) => name.startsWith(one)))
  ]
  expect(missing.filter((name) => !elsewhere.includes(name))).toEqual([])
}
