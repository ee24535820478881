import type { TenantRecord } from '../shared/tenants/schema.ts'
import type { EdgeDeps } from './deps.ts'
import type { Header, PageCache } from './pages/page-cache.ts'
import type { Visitor } from './visitor/visitor.ts'

/** The context of one request in the edge. */
export interface RequestContext {
  readonly request: Request
  readonly requestId: string
  /** Real time in ms. */
  readonly began: number
  /** Facts about the answer for the log line, the counters and the last headers: filled in along the way. */
  readonly outcome: Outcome
}

/** The same, once brand and visitor are known. */
export interface VisitorContext extends RequestContext {
  readonly url: URL
  readonly visitor: Visitor
  readonly deps: EdgeDeps
  readonly pages: PageCache
}

interface Outcome {
  path: string
  route: string
  cache: 'hit' | 'miss' | 'bypass' | ''
  tenant: string
  /** `Strict-Transport-Security` of the tenant, in seconds. */
  hsts: number
  /** The request's own headers are already in the answer. */
  stamped: boolean
  /** Key of the cached page, if the answer is exactly that page. */
  key: string
  record: TenantRecord | null
}

/** Creates the context of an incoming request. */
export function contextOf(request: Request, requestId: string, began: number): RequestContext {
  const outcome: Outcome = { path: '', route: '', cache: '', tenant: '', hsts: 0, stamped: false, key: '', record: null }
  return { request, requestId, began, outcome }
}

/** Headers of this one request: its id and how long it took. @param now real time in ms */
export function stampOf({ requestId, began }: Pick<RequestContext, 'requestId' | 'began'>, now: number): Header[] {
  return [
    ['x-request-id', requestId],
    ['server-timing', `edge;dur=${now - began}`]
  ]
}
