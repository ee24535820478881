import type { Plugin } from 'vite'
import { ENDPOINT_FACTS } from '../../client/api/endpoint-facts.ts'

/** In the browser's bundle `client/api/endpoint-facts.ts` is what it comes to, not what it is made from. */
export function endpointFacts(): Plugin {
  return {
    name: 'endpoint-facts',
    enforce: 'pre',
    load: {
      filter: { id: /\/client\/api\/endpoint-facts\.ts$/ },
      handler: () => `export const ENDPOINT_FACTS = ${JSON.stringify(ENDPOINT_FACTS)}`
    }
  }
}
