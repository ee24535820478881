/** Where the origin takes all queries of a page in one signed request, from edges alone: `/batch?q=/api/user.php&q=…`. */
export const BATCH_PATH = '/batch'

/** Name of a query in it: path and query of an endpoint that is read by GET. */
const QUERY = 'q'

/** The answer to one query of a batch. Between processes each is a line of JSON, in the order in which they are ready. */
export interface BatchAnswer {
  /** Which of the queries. */
  index: number
  /** As the endpoint alone would be answered. */
  status: number
  etag: string | null
  body: unknown
}

/** Is told what comes of a batch, in turn. */
export interface BatchListener {
  /** Status and headers of the request itself; without success no answers follow. */
  begins(head: { status: number; headers: Headers }): void
  answers(answer: BatchAnswer): void
}

/** Path and query of the request. */
export function batchTarget(targets: readonly string[]): string {
  return `${BATCH_PATH}?${new URLSearchParams(targets.map((target) => [QUERY, target])).toString()}`
}

/** Path and query of each endpoint that a batch asks for. */
export function batchedTargets(search: URLSearchParams): string[] {
  return search.getAll(QUERY)
}
