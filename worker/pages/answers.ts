import type { Answered } from '../../client/api/query-client.ts'
import { CONTRACT } from '../../shared/api/contract.ts'
import { EVENT_NUMBER } from '../../shared/api/events.ts'
import type { ApiQuery } from '../../shared/api/api-query.ts'
import type { EdgeDeps } from '../deps.ts'
import { askOrigin, DEADLINES, factsOf } from '../proxy/ask-origin.ts'
import { originCookies } from '../visitor/visitor-cookies.ts'
import type { Visitor } from '../visitor/visitor.ts'

export interface Answers {
  answered: Answered[]
  /** A question of the page itself was answered "not there". */
  notFound: boolean
  /** The origin says that this session is over. */
  sessionOver: boolean
  /** Nobody answered at all. */
  originAway: boolean
  /** The member's event up to which all answers know everything: what came later has yet to be announced. Null for visitors. */
  eventNumber: number | null
}

type Outcome = { question: ApiQuery; status: number; answer: unknown; eventNumber: number | null }

/**
 * Asks the page's questions all at once. What is late or fails is left out: that part renders as pending and the browser asks
 * again.
 */
export async function askQuestions(
  questions: readonly ApiQuery[],
  visitor: Visitor,
  deps: EdgeDeps,
  signal: AbortSignal
): Promise<Answers> {
  const outcomes = await Promise.all(questions.map((question) => askOne(question, visitor, deps, signal)))
  const own = (outcome: Outcome) => !outcome.question.optional && isOfPage(outcome)
  const isOfPage = (outcome: Outcome) => CONTRACT[outcome.question.entry].audience === 'anyone' || outcome.question.entry === 'getChat'
  // A malformed id is no page; a malformed filter is the search's to explain.
  const absent = ({ status, question }: Outcome) => status === 404 || (status === 422 && question.entry !== 'searchMembers')
  return {
    answered: outcomes.filter(({ status }) => status === 200).map(({ question, answer }): Answered => [question, answer]),
    notFound: outcomes.some((outcome) => absent(outcome) && own(outcome)),
    sessionOver: visitor.session !== null && outcomes.some(({ status }) => status === 403),
    // The questions are answered side by side, something may happen in between: the earliest number counts.
    eventNumber: outcomes.reduce<number | null>(
      (least, { eventNumber }) => (eventNumber === null ? least : Math.min(least ?? eventNumber, eventNumber)),
      null
    ),
    originAway: outcomes.length > 0 && outcomes.every(({ status }) => status === 0 || status >= 500)
  }
}

async function askOne(question: ApiQuery, visitor: Visitor, deps: EdgeDeps, signal: AbortSignal): Promise<Outcome> {
  const entry = CONTRACT[question.entry]
  const query = new URLSearchParams(question.query)
  const headers: Record<string, string> = { accept: 'application/json', ...originCookies(visitor) }
  if (entry.header) headers['x-client-request'] = '1'
  try {
    const target = query.size > 0 ? `${entry.path}?${query}` : entry.path
    // The deadline holds for the body too: an answer that begins and then stalls must not hold the page open.
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(DEADLINES.page)])
    const answer = await askOrigin(deps, {
      method: 'GET',
      target,
      facts: factsOf(visitor),
      headers,
      deadline: DEADLINES.page,
      signal: inTime
    })
    const number = answer.headers.get(EVENT_NUMBER)
    return {
      question,
      status: answer.status,
      answer: answer.ok ? await answer.json() : null,
      eventNumber: answer.ok && number !== null ? Number(number) : null
    }
  } catch {
    return { question, status: 0, answer: null, eventNumber: null }
  }
}
