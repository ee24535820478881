import type { Plugin } from 'vite'
import { ENTRY_FACTS } from '../../client/api/entry-facts.ts'

/** In the browser's bundle `client/api/entry-facts.ts` is what it comes to, not what it is made from. */
export function entryFacts(): Plugin {
  return {
    name: 'entry-facts',
    enforce: 'pre',
    load: {
      filter: { id: /\/client\/api\/entry-facts\.ts$/ },
      handler: () => `export const ENTRY_FACTS = ${JSON.stringify(ENTRY_FACTS)}`
    }
  }
}
