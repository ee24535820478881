import { useState } from 'react'
import type { Locale } from '../../shared/i18n/locales.ts'
import { type LoadPart, partOf } from './part.ts'
import { useSite } from './site.tsx'
import { useHydrated } from './use-hydrated.ts'

const parts: ((language: Locale) => Promise<void>)[] = []

/** Loads the code of all such parts of the pages that are loaded: on the edge, before a page is rendered. */
export async function loadHydratedLater(language: Locale): Promise<void> {
  await Promise.all(parts.map((load) => load(language)))
}

/**
 * A part of a page that is in the first HTML, while its code, and texts, come after the page's: what the edge rendered stays in its place until then,
 * so that nothing moves. Until then it can be read but not used, since input would be lost; without a session, where a page may never have a script,
 * it can be used at once.
 */
export function hydratedLater<Props extends object>(load: LoadPart<Props>, texts: readonly string[] = []) {
  const { loadOnce, usePart } = partOf(load, texts)
  parts.push(loadOnce)
  return function HydratedLater(props: Props) {
    const Part = usePart()
    const { member } = useSite()
    const hydrated = useHydrated()
    const [inHtml] = useState(!hydrated)
    if (Part) {
      return (
        <div key="part" className="contents" inert={member && !hydrated}>
          <Part {...props} />
        </div>
      )
    }
    // Hydration keeps the HTML of an element that has HTML of its own, whatever it is. (Our build leaves React's Suspense out, for its weight.)
    return inHtml ? <div key="html" className="contents" inert={member} suppressHydrationWarning dangerouslySetInnerHTML={NOTHING} /> : null
  }
}

const NOTHING = { __html: '' }
