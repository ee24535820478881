import type { Contract, EndpointName } from '../../shared/api/contract.ts'
import type { EndpointInput, EndpointOutput } from '../../shared/api/endpoint.ts'
import { callHeaders } from './page-member.ts'
import { type ApiError, asApiError, errorOf } from './api-error.ts'
import { ENDPOINT_FACTS } from './endpoint-facts.ts'
import { withRetries } from './retry.ts'

type Output<N extends EndpointName> = EndpointOutput<Contract[N]>

export interface CallInput {
  query?: Record<string, string>
  body?: unknown
  /** For endpoints that take a file. */
  file?: Blob | undefined
  /** For endpoints with idempotency 'key': generated once per intent, the same on every attempt. */
  idempotencyKey?: string
  signal?: AbortSignal
}

/** Calls an endpoint and returns the response, whatever its status. Rejects if there is none. */
export async function request(name: EndpointName, input: CallInput = {}): Promise<Response> {
  const endpoint = ENDPOINT_FACTS[name]
  const query = new URLSearchParams(input.query)
  const headers = callHeaders(endpoint)
  if (input.idempotencyKey) headers['idempotency-key'] = input.idempotencyKey
  const body = input.file ?? (endpoint.hasBody ? JSON.stringify(input.body ?? {}) : null)
  if (body !== null) headers['content-type'] = input.file?.type ?? 'application/json'
  return await fetch(query.size > 0 ? `${endpoint.path}?${query}` : endpoint.path, {
    method: endpoint.method,
    headers,
    body,
    ...(input.signal ? { signal: input.signal } : {})
  })
}

/**
 * One attempt of an endpoint. Resolves to the answer, or to false when the session has ended (the member is logged out and the request
 * resolves false) or belongs to another member by now. Throws `ApiError` for any other failure.
 */
export async function attempt<N extends EndpointName>(name: N, input: CallInput = {}): Promise<Output<N> | false> {
  const response = await request(name, input).catch((error: unknown) => {
    throw asApiError(error)
  })
  return await answerOf<N>(response)
}

/** What an endpoint answered, as `attempt` returns it. */
export async function answerOf<N extends EndpointName>(response: Response): Promise<Output<N> | false> {
  if (response.ok) return (await response.json()) as Output<N>
  const error = await errorOf(response)
  if (endsSession(error)) return false
  throw error
}

let sessionRefused: (how: 'ended' | 'member changed') => void = () => {}

/** Sets what the page does when an answer says that its session has ended, or belongs to another member by now. */
export function onSessionRefused(handle: typeof sessionRefused): void {
  sessionRefused = handle
}

/** Does the answer say that the session has ended, or belongs to another member by now? Then the page redirects. */
function endsSession({ status, code }: ApiError): boolean {
  if (status === 403 && code === 'authentication_required') sessionRefused('ended')
  else if (code === 'member_changed') sessionRefused('member changed')
  else return false
  return true
}

/** A write. Retried, with the same key, only where a second arrival is harmless; log-in and the like are tried once. */
export async function write<N extends EndpointName>(
  name: N,
  body: EndpointInput<Contract[N]>['body'],
  idempotencyKey?: string
): Promise<Output<N> | false> {
  const once = () => attempt(name, { body, ...(idempotencyKey ? { idempotencyKey } : {}) })
  return await (ENDPOINT_FACTS[name].idempotency === 'none' ? once() : withRetries(once))
}

/** A key for one intent of the member: stored with the pending action and sent with every attempt. */
export function newIdempotencyKey(): string {
  return crypto.randomUUID()
}
