import { batchTarget, type BatchAnswer, type BatchListener } from '../../shared/api/batch.ts'
import type { BatchCall, EdgeDeps, OriginClient } from '../deps.ts'
import { originCookies } from '../visitor/visitor-cookies.ts'
import type { Visitor } from '../visitor/visitor.ts'
import { DEADLINES, factsOf, notInTime, signed } from './call-origin.ts'

/**
 * Calls several endpoints of the origin in one request. Rejects at the deadline and if there is no answer; the listener keeps what it has received
 * until then.
 * @param targets path and query string of each
 */
export async function sendBatch(
  deps: EdgeDeps,
  visitor: Visitor,
  targets: readonly string[],
  listener: BatchListener,
  signal: AbortSignal
): Promise<void> {
  const target = batchTarget(targets)
  const headers = await signed(deps, 'GET', target, factsOf(visitor))
  // For the whole batch: an answer that begins and then stalls must not hold the page open.
  await inTime(deps.pageDeadline ?? DEADLINES.page, signal, (both) =>
    batchOf(deps.origin)(target, { method: 'GET', headers: { ...originCookies(visitor), ...headers }, signal: both }, listener)
  )
}

/** Runs work with a signal that aborts at the deadline (in ms) or with another one. `AbortSignal.timeout` would still fire later, for every page. */
async function inTime(deadline: number, other: AbortSignal, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const either = new AbortController()
  const timer = setTimeout(() => either.abort(notInTime()), deadline)
  const abort = () => either.abort(other.reason)
  other.addEventListener('abort', abort)
  if (other.aborted) abort()
  try {
    await work(either.signal)
  } finally {
    clearTimeout(timer)
    other.removeEventListener('abort', abort)
  }
}

/** The batch function of an origin: its own if it has one, otherwise over `fetch`. */
export function batchOf(origin: OriginClient): BatchCall {
  return origin.batch ?? (async (path, init, listener) => readBatch(await origin.fetch(path, init), listener))
}

async function readBatch(answer: Response, listener: BatchListener): Promise<void> {
  listener.begins(answer)
  if (!answer.ok || !answer.body) return await answer.body?.cancel()
  let rest = ''
  for await (const text of answer.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) listener.answers(JSON.parse(line) as BatchAnswer)
  }
}
