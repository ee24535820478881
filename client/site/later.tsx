import { type ComponentType, useEffect, useState } from 'react'
import { loadMessages } from '../../locales/load.ts'
import { useSite } from './site.tsx'

/**
 * A part of a page whose code, and texts, come after the page: when it is first shown, and never on the edge. Until then there is nothing in its
 * place; if they can't be loaded, the error page shows.
 */
export function later<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>, texts: readonly string[] = []) {
  let loaded: ComponentType<Props> | null = null
  return function Later(props: Props) {
    const { language } = useSite().tenant
    const [Part, setPart] = useState(() => loaded)
    const [failure, setFailure] = useState<{ error: unknown } | null>(null)
    useEffect(() => {
      if (Part) return
      Promise.all([load(), loadMessages(language, texts)]).then(
        ([module]) => {
          loaded = module.default
          setPart(() => module.default)
        },
        (error: unknown) => setFailure({ error })
      )
    }, [Part, language])
    if (failure) throw failure.error
    return Part && <Part {...props} />
  }
}
