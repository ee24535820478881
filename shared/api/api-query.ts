import type { EndpointName } from './contract.ts'

/** A read of the API: edge and browser use the same key for it, so that the browser finds answers that came with the page. */
export interface ApiQuery {
  endpoint: EndpointName
  query: Record<string, string>
  /** The page can be shown without the answer: it handles "not found" itself. */
  optional?: true
}

/** As one word, such as `searchMembers?gender=woman`. */
export function textOfQuery({ endpoint, query }: ApiQuery): string {
  const search = new URLSearchParams(query).toString()
  return search === '' ? endpoint : `${endpoint}?${search}`
}

export function queryOfText(text: string): ApiQuery {
  const [endpoint, search] = text.split('?', 2)
  return { endpoint: endpoint as EndpointName, query: Object.fromEntries(new URLSearchParams(search)) }
}

export const apiQuery = (endpoint: EndpointName, query: Record<string, string> = {}): ApiQuery => ({ endpoint, query })
