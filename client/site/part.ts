import { type ComponentType, useEffect, useState } from 'react'
import { loadMessages } from '../../locales/load.ts'
import type { Locale } from '../../shared/i18n/locales.ts'
import { loadPersistently } from './chunk-retry.ts'
import { useSite } from './site.tsx'

/** Loads the code of a part of a page that has a chunk of its own. */
export type LoadPart<Props> = () => Promise<{ default: ComponentType<Props> }>

/**
 * A part of a page whose code, and texts, are loaded by themselves, once. `usePart` is null until they are; without a connection they are loaded once
 * that is back, and if they can't be loaded with one either, it throws.
 */
export function partOf<Props extends object>(load: LoadPart<Props>, texts: readonly string[]) {
  let part: ComponentType<Props> | null = null
  const loadOnce = async (language: Locale): Promise<void> => {
    if (part) await loadMessages(language, texts)
    else [{ default: part }] = await Promise.all([load(), loadMessages(language, texts)])
  }
  /** One attempt at a time, however often the part is shown, gone and shown again meanwhile. */
  const attempts = new Map<Locale, Promise<void>>()
  const attempt = (language: Locale): Promise<void> => {
    const begun = attempts.get(language) ?? loadPersistently(() => loadOnce(language)).finally(() => attempts.delete(language))
    attempts.set(language, begun)
    return begun
  }
  function usePart(): ComponentType<Props> | null {
    const { language } = useSite().tenant
    const [Part, setPart] = useState(() => part)
    const [failure, setFailure] = useState<{ error: unknown } | null>(null)
    useEffect(() => {
      if (Part) return
      attempt(language).then(
        () => setPart(() => part),
        (error: unknown) => setFailure({ error })
      )
    }, [Part, language])
    if (failure) throw failure.error
    return Part
  }
  return { loadOnce, usePart }
}
