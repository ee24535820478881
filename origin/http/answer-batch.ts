import type { BatchAnswer, BatchListener } from '../../shared/api/batch.ts'
import { endpointsAt, pickEndpoint } from '../../shared/api/contract.ts'
import type { Endpoint } from '../../shared/api/endpoint.ts'
import { ERROR_STATUS, errorBody } from '../../shared/api/errors.ts'
import type { EdgeFacts } from '../../shared/auth/edge-signature.ts'
import { gather } from '../db/gather.ts'
import type { Deps } from '../deps.ts'
import { answerHeaders } from './answer.ts'
import { admit, callerFor, callOf, findCaller, noteActivity, paramsOf, siteOf, type Caller } from './caller.ts'
import { entityTag } from './entity-tag.ts'
import type { Db } from './handler.ts'
import type { Limits } from './rate-limits.ts'
import { parseInput, readQuery } from './read-request.ts'
import { notFound, HttpError } from './http-error.ts'
import { runQuery } from './run-endpoint.ts'

/** Maximum number of queries in a batch. */
const MOST = 10

/** All queries of a page, signed by the edge. */
export interface BatchRequest {
  /** Path and query of each. */
  targets: readonly string[]
  facts: EdgeFacts
  headers: Headers
  signal: AbortSignal
}

interface Query {
  url: URL
  endpoint: Endpoint | null
}

/**
 * Answers all queries of a page: the caller is determined once, then each endpoint is answered as if it had been called alone, as soon as it is
 * ready. Throws HttpErrors about the batch as a whole before it begins.
 * @param failureOf turns an unexpected error into an HttpError
 */
export async function answerBatch(
  deps: Deps,
  limits: Limits,
  { targets, ...request }: BatchRequest,
  listener: BatchListener,
  failureOf: (error: Error, requestId: string, path: string) => HttpError
): Promise<void> {
  if (targets.length === 0 || targets.length > MOST) throw new HttpError('bad_request')
  const tenant = siteOf(deps, request.facts)
  const queries = targets.map(readTarget)
  const caller = await findCaller(deps, tenant, request)
  const headers = answerHeaders(tenant)
  const endpoints = queries.flatMap(({ endpoint }) => endpoint ?? [])
  if (caller.session) await noteActivity(deps, { ...caller, tenant, session: caller.session }, endpoints, headers)
  listener.begins({ status: 200, headers })
  const db = gather(deps.db)
  await Promise.all(
    queries.map(async (query, index) => {
      const answer = await answerQuery(deps, limits, caller, db, query).catch((error: Error) => {
        const { code, params, fields, shed } =
          error instanceof HttpError ? error : failureOf(error, request.facts.requestId, query.url.pathname)
        return { status: ERROR_STATUS[code], etag: null, body: errorBody(code, params, fields), ...(shed ? { shed } : {}) }
      })
      listener.answers({ index, ...answer })
    })
  )
}

/** A batch may only contain reads that our own script makes. */
function readTarget(target: string): Query {
  const url = new URL(target, 'http://origin.internal')
  const endpoint = pickEndpoint(endpointsAt(url.pathname), 'GET', url.searchParams)
  return { url, endpoint: endpoint?.caller === 'script' && endpoint.answer === 'json' ? endpoint : null }
}

async function answerQuery(
  deps: Deps,
  limits: Limits,
  known: Caller,
  db: Db,
  { url, endpoint }: Query
): Promise<Omit<BatchAnswer, 'index'>> {
  if (!endpoint) throw notFound()
  const caller = callerFor(endpoint, known)
  await admit(limits, endpoint, caller, url)
  const query = parseInput(endpoint.query, readQuery(url), paramsOf(caller))
  const call = callOf(deps, limits, caller, endpoint, { query, body: undefined })
  const etag = entityTag(endpoint, { tenant: caller.tenant, viewer: call.viewer, facts: call.facts, query }, deps)
  return { status: 200, etag, body: await runQuery(call, db) }
}
