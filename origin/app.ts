import { Hono } from 'hono'
import { allowOf, ENDPOINTS, pickEndpoint } from '../shared/api/contract.ts'
import type { Endpoint } from '../shared/api/endpoint.ts'
import { BATCH_PATH, batchedTargets, type BatchListener } from '../shared/api/batch.ts'
import { verifyEdgeRequest, type EdgeFacts } from '../shared/auth/edge-signature.ts'
import type { Deps, OriginEnv } from './deps.ts'
import { serveBrandPicture } from './brands/serve-brand-picture.ts'
import { answerHeaders, errorAnswer } from './http/answer.ts'
import { answerBatch } from './http/answer-batch.ts'
import { answerEndpoint } from './http/answer-endpoint.ts'
import { mountDev } from './http/dev.ts'
import { isContended, isUnavailable } from './http/failures.ts'
import { createLimits } from './http/rate-limits.ts'
import { notFound, HttpError } from './http/http-error.ts'
import { streamBatch } from './http/stream-batch.ts'
import { StorageUnavailable } from './photos/call-store.ts'
import { serveMedia } from './photos/media.ts'

/** Something that answers requests until it is closed. */
export interface Origin {
  fetch: (request: Request) => Promise<Response>
  /** The same for a batch from an edge in this process, which gets the answers as objects. Never rejects. */
  batch: (request: { target: string; headers: Headers; signal: AbortSignal }, listener: BatchListener) => Promise<void>
  /** Resolves when the running requests are answered. */
  close: () => Promise<void>
}

/**
 * The API: every endpoint of the contract, the pictures of members and brands, and in local mode the tools under `/__dev`. Only requests signed by
 * the edge are answered; all others, unknown paths too, get the same 401.
 */
export function createOrigin(deps: Deps): Origin {
  const limits = createLimits(deps.limitFactor, () => deps.realNow())
  const running = new Set<Promise<unknown>>()
  const app = new Hono<OriginEnv>()

  app.use(async (c, next) => {
    c.set('headers', answerHeaders(null))
    const { method, url, headers } = c.req.raw
    const { pathname, search } = new URL(url)
    const facts = await verifyEdgeRequest(deps.secrets.edge, method, pathname + search, headers, deps.realNow())
    if (!facts) throw new HttpError('edge_only')
    c.set('facts', facts)
    await next()
  })
  for (const [path, endpoints] of Map.groupBy(ENDPOINTS, (endpoint) => endpoint.path)) {
    app.all(path, async (c) => {
      const endpoint = endpointFor(endpoints, c.req.raw, c.var.headers)
      return await answerEndpoint(deps, limits, { endpoint, request: c.req.raw, facts: c.var.facts }, c.var.headers)
    })
  }
  app.get(BATCH_PATH, (c) => streamBatch((listener) => runBatch(c.req.raw, c.var.facts, listener)))
  app.get('/media/:photo/:variant', (c) => serveMedia(deps, c.req.raw, c.var.facts))
  app.get('/brand/:drawing/:picture', (c) => serveBrandPicture(deps, c.req.raw, c.var.facts))
  if (deps.local) mountDev(app, deps)
  app.notFound((c) => errorAnswer(notFound(), c.var.headers))
  const failureOf = createFailureLog(deps)
  app.onError((error, c) => {
    const httpError = error instanceof HttpError ? error : failureOf(error, c.var.facts?.requestId ?? '', c.req.path)
    for (const cookie of httpError.cookies) c.var.headers.append('set-cookie', cookie)
    return errorAnswer(httpError, c.var.headers)
  })

  async function runBatch(
    { url, headers, signal }: Pick<Request, 'url' | 'headers' | 'signal'>,
    facts: EdgeFacts,
    listener: BatchListener
  ) {
    const targets = batchedTargets(new URL(url).searchParams)
    await answerBatch(deps, limits, { targets, facts, headers, signal }, listener, failureOf)
  }

  async function ownBatch({ target, headers, signal }: Parameters<Origin['batch']>[0], listener: BatchListener): Promise<void> {
    let facts: EdgeFacts | null = null
    try {
      facts = await verifyEdgeRequest(deps.secrets.edge, 'GET', target, headers, deps.realNow())
      if (!facts) throw new HttpError('edge_only')
      await runBatch({ url: `http://origin.internal${target}`, headers, signal }, facts, listener)
    } catch (error) {
      const httpError = error instanceof HttpError ? error : failureOf(error as Error, facts?.requestId ?? '', BATCH_PATH)
      listener.begins(errorAnswer(httpError, answerHeaders(null)))
    }
  }

  function tracked<T>(work: Promise<T>): Promise<T> {
    running.add(work)
    return work.finally(() => running.delete(work))
  }

  return {
    fetch: (request) => tracked(Promise.resolve(app.fetch(request))),
    batch: (request, listener) => tracked(ownBatch(request, listener)),
    async close() {
      await Promise.allSettled(running)
    }
  }
}

/** The endpoint of a request; HEAD is treated as GET. Throws `method_not_allowed`, with `allow` in the headers. */
function endpointFor(endpoints: readonly Endpoint[], { method, url }: Request, headers: Headers): Endpoint {
  const endpoint = pickEndpoint(endpoints, method === 'HEAD' ? 'GET' : method, new URL(url).searchParams)
  if (endpoint) return endpoint
  headers.set('allow', allowOf(endpoints))
  throw new HttpError('method_not_allowed')
}

/** Real ms between two log lines about an unavailable database or store: otherwise every request would write one. */
const QUIET = 1000

/** Turns unexpected errors into HttpErrors. The log says why, one line each; the answer doesn't. */
function createFailureLog(deps: Deps): (error: Error, requestId: string, path: string) => HttpError {
  const lastLines = new Map<string, number>()
  return (error, requestId, path) => {
    const { code } = error as NodeJS.ErrnoException
    const warn = (line: string) => {
      if (deps.realNow() - (lastLines.get(line) ?? -Infinity) < QUIET) return
      deps.log.warn({ requestId, path, code, message: error.message }, line)
      lastLines.set(line, deps.realNow())
    }
    if (error instanceof StorageUnavailable) {
      warn('the file store did not answer')
      return new HttpError('unavailable', { retryAfter: 2 })
    }
    if (!isUnavailable(error)) {
      deps.log.error({ requestId, path, code, stack: error.stack }, 'an unexpected error')
      return new HttpError('internal')
    }
    warn('the database did not answer')
    return new HttpError('unavailable', { retryAfter: 1, outage: !isContended(error) })
  }
}
