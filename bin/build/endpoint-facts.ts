import type { Plugin } from 'vite'
import { ENDPOINT_FACTS } from '../../client/api/endpoint-facts.ts'

/** Replaces `client/api/endpoint-facts.ts` in the browser's bundle by its computed result. */
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
