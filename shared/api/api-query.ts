import type { EndpointName } from './contract.ts'

/** A read of the API: edge and browser make it under the same key, so that an answer that came with the page is found again. */
export interface ApiQuery {
  endpoint: EndpointName
  query: Record<string, string>
  /** The page stands without the answer: saying "not there" is up to the page. */
  optional?: true
}

export const apiQuery = (endpoint: EndpointName, query: Record<string, string> = {}): ApiQuery => ({ endpoint, query })
