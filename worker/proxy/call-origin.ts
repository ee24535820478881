import { UPLOAD_ANSWER } from '../../shared/api/endpoint.ts'
import { signEdgeRequest, type EdgeFacts } from '../../shared/auth/edge-signature.ts'
import type { EdgeDeps, OriginRequest } from '../deps.ts'
import type { Visitor } from '../visitor/visitor.ts'

/**
 * How long the edge waits for the first byte of the origin, in ms; for an upload, from its last byte on. A local tool may run every job of the
 * origin, as moving the clock does.
 */
export const DEADLINES = { page: 800, read: 5_000, write: 10_000, settings: 2_000, upload: UPLOAD_ANSWER, tool: 60_000 } as const

/** What the edge sends to the origin about a visitor. */
export function factsOf(visitor: Visitor): EdgeFacts {
  return {
    host: visitor.record.settings.domain,
    country: visitor.country,
    selectedCountry: visitor.selectedCountry ?? '',
    language: visitor.language,
    ip: visitor.ip,
    requestId: visitor.requestId,
    tracking: visitor.tracking ? new URLSearchParams(visitor.tracking).toString() : '',
    local: visitor.local ? '1' : ''
  }
}

/** The facts of the edge's own queries. */
export function ownFacts(): EdgeFacts {
  return { host: '', country: 'XX', selectedCountry: '', language: 'en', ip: '', requestId: crypto.randomUUID(), tracking: '', local: '' }
}

/** The headers of a signed call. */
export async function signed(deps: EdgeDeps, method: string, target: string, facts: EdgeFacts): Promise<Record<string, string>> {
  return await signEdgeRequest(deps.secret, method, target, facts, deps.realNow())
}

interface Ask {
  method: string
  /** Path with query. */
  target: string
  facts: EdgeFacts
  headers?: Record<string, string>
  body?: OriginRequest['body']
  /** Until the answer's head has arrived, in ms. */
  deadline: number
  /** The deadline starts when this resolves; default: now. */
  sent?: Promise<void>
  /** The browser's own signal: aborts when it disconnects. */
  signal?: AbortSignal
}

/** Why a call is aborted at its deadline. */
export const notInTime = () => new DOMException('The origin did not answer in time', 'TimeoutError')

/** A signed call to the origin. Rejects with a `TimeoutError` at the deadline and with the network error if there is no answer. */
export async function callOrigin(
  deps: EdgeDeps,
  { method, target, facts, headers = {}, body, deadline, sent, signal }: Ask
): Promise<Response> {
  const proof = await signed(deps, method, target, facts)
  const late = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let answered = false
  const wait = () => {
    const abort = () => late.abort(notInTime())
    if (!answered) timer = setTimeout(abort, deadline)
  }
  if (sent) void sent.then(wait)
  else wait()
  try {
    return await deps.origin.fetch(target, {
      method,
      headers: { ...headers, ...proof },
      ...(body ? { body } : {}),
      signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal
    })
  } finally {
    answered = true
    clearTimeout(timer)
  }
}
