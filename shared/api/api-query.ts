import type { EndpointName } from './contract.ts'

/** A read of the API: edge and browser use the same key for it, so that the browser finds an answer that came with the page. */
export interface ApiQuery {
  endpoint: EndpointName
  query: Record<string, string>
  /** The page can be shown without the answer: it handles "not found" itself. */
  optional?: true
}

export const apiQuery = (endpoint: EndpointName, query: Record<string, string> = {}): ApiQuery => ({ endpoint, query })
