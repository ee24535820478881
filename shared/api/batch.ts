/** Where the origin accepts all queries of a page in one signed request, only from edges: `/batch?q=/api/user.php&q=…`. */
export const BATCH_PATH = '/batch'

/** Parameter name of a query: path and query string of a GET endpoint. */
const QUERY = 'q'

/** The answer to one query of a batch. Between processes each is one line of JSON, in the order of completion. */
export interface BatchAnswer {
  /** Index of the query. */
  index: number
  /** As if the endpoint had been called alone. */
  status: number
  etag: string | null
  body: unknown
  /** Refused although the origin is well, like an answer with `x-load-shed`. */
  shed?: boolean
}

/** Receives the results of a batch one after the other. */
export interface BatchListener {
  /** Status and headers of the request itself; without success no answers follow. */
  begins(head: { status: number; headers: Headers }): void
  answers(answer: BatchAnswer): void
}

/** Path and query string of the request. */
export function batchTarget(targets: readonly string[]): string {
  return `${BATCH_PATH}?${new URLSearchParams(targets.map((target) => [QUERY, target])).toString()}`
}

/** Path and query string of each endpoint in a batch. */
export function batchedTargets(search: URLSearchParams): string[] {
  return search.getAll(QUERY)
}
