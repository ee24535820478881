import { type ComponentType, useEffect, useState } from 'react'
import { loadMessages } from '../../locales/load.ts'
import type { Locale } from '../../shared/i18n/locales.ts'
import { useSite } from './site.tsx'

/** Attempts before the error page is shown. */
const ATTEMPTS = 4

/**
 * A part of a page whose code, and texts, come after the page: when it is first shown. Until then there is nothing in its place, on the edge too,
 * unless it was loaded by `load`: one that is part of the first HTML is loaded before the page is rendered, there and in the browser. Without a connection it is loaded once that is back; if it can't be loaded with one either, the error page shows.
 */
export function later<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>, texts: readonly string[] = []) {
  let loaded: ComponentType<Props> | null = null
  const loadOnce = async (language: Locale) => {
    if (loaded) await loadMessages(language, texts)
    else [{ default: loaded }] = await Promise.all([load(), loadMessages(language, texts)])
  }
  function Later(props: Props) {
    const { language } = useSite().tenant
    const [Part, setPart] = useState(() => loaded)
    const [failures, setFailures] = useState<unknown[]>([])
    useEffect(() => {
      if (Part) return
      const attempt = () => {
        loadOnce(language).then(
          () => setPart(() => loaded),
          (error: unknown) => setFailures((before) => [...before, error])
        )
      }
      if (failures.length === 0) return attempt()
      const retry = setTimeout(() => navigator.onLine && attempt(), 1000 * 2 ** failures.length)
      window.addEventListener('online', attempt)
      return () => {
        clearTimeout(retry)
        window.removeEventListener('online', attempt)
      }
    }, [Part, language, failures])
    if (failures.length >= ATTEMPTS) throw failures[0]
    return Part && <Part {...props} />
  }
  return Object.assign(Later, { load: loadOnce })
}
