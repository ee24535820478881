import type { Answered } from '../../client/api/query-client.ts'
import type { BatchAnswer } from '../../shared/api/batch.ts'
import { CONTRACT } from '../../shared/api/contract.ts'
import { EVENT_NUMBER } from '../../shared/api/events.ts'
import type { ApiQuery } from '../../shared/api/api-query.ts'
import type { EdgeDeps } from '../deps.ts'
import { sendBatch } from '../proxy/batch.ts'
import { browserCookies } from '../proxy/set-cookies.ts'
import type { Visitor } from '../visitor/visitor.ts'

export interface Answers {
  answered: Answered[]
  /** The thing that the page shows doesn't exist, or its id is malformed. */
  notFound: boolean
  /** The origin says that this session has ended. */
  sessionOver: boolean
  /** No answer came. */
  originAway: boolean
  /** Number of the member's event up to which all answers are current: later events still have to be delivered. Null for visitors. */
  eventNumber: number | null
  /** The origin's cookies in the browser's form: a renewed session. */
  cookies: string[]
}

export const NO_ANSWERS: Answers = {
  answered: [],
  notFound: false,
  sessionOver: false,
  originAway: false,
  eventNumber: null,
  cookies: []
}

/**
 * Fetches everything that a page shows in one request. Answers that are late or failed are left out: those parts render as loading and the browser
 * refetches them.
 */
export async function runQueries(queries: readonly ApiQuery[], visitor: Visitor, deps: EdgeDeps, signal: AbortSignal): Promise<Answers> {
  if (queries.length === 0) return NO_ANSWERS
  let head: { status: number; headers: Headers } | null = null
  const answers: (BatchAnswer | undefined)[] = []
  const listener = {
    begins: (begun: typeof head) => void (head = begun),
    answers: (answer: BatchAnswer) => void (answers[answer.index] = answer)
  }
  await sendBatch(deps, visitor, queries.map(targetOf), listener, signal).catch(() => {})
  return summary(queries, answers, visitor, head)
}

function summary(
  queries: readonly ApiQuery[],
  answers: readonly (BatchAnswer | undefined)[],
  visitor: Visitor,
  head: { status: number; headers: Headers } | null
): Answers {
  const refused = head && head.status >= 400 ? head.status : 0
  const outcomes = queries.map((query, index) => ({ query, status: answers[index]?.status ?? refused, answer: answers[index]?.body }))
  type Outcome = (typeof outcomes)[number]
  const isAbsent = ({ status, query }: Outcome) =>
    (status === 404 || status === 422) && CONTRACT[query.endpoint].errors.some((code) => code === 'not_found')
  const number = head?.headers.get(EVENT_NUMBER) ?? null
  return {
    answered: outcomes.filter(({ status }) => status === 200).map(({ query, answer }): Answered => [query, answer]),
    notFound: outcomes.some((outcome) => !outcome.query.optional && isAbsent(outcome)),
    sessionOver: visitor.session !== null && outcomes.some(({ status }) => status === 403),
    originAway: outcomes.every(({ status }) => status === 0 || status >= 500),
    eventNumber: number === null ? null : Number(number),
    cookies: head ? browserCookies(head.headers, visitor.https) : []
  }
}

function targetOf({ endpoint, query }: ApiQuery): string {
  const search = new URLSearchParams(query).toString()
  return search === '' ? CONTRACT[endpoint].path : `${CONTRACT[endpoint].path}?${search}`
}
