import type { Contract, EndpointName } from '../../shared/api/contract.ts'
import type { EndpointOutput } from '../../shared/api/endpoint.ts'
import { callHeaders } from './page-member.ts'
import { asApiError } from './api-error.ts'
import { answerOf } from './call.ts'
import { ENDPOINT_FACTS, type EndpointFacts } from './endpoint-facts.ts'
import { withRetries } from './retry.ts'

export interface UploadInput {
  query?: Record<string, string>
  /** Generated once per intent, the same on every attempt. */
  idempotencyKey: string
  /** How much of the file has been sent, 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/**
 * Sends a file to an endpoint that takes one, with retries. Resolves like `write`; rejects with the signal's reason when aborted, otherwise with an
 * `ApiError`.
 */
export async function upload<N extends EndpointName>(
  name: N,
  file: Blob,
  input: UploadInput
): Promise<EndpointOutput<Contract[N]> | false> {
  return await withRetries(async () => answerOf<N>(await send(ENDPOINT_FACTS[name], file, input)), input.signal)
}

/** `fetch` doesn't report upload progress; `XMLHttpRequest` does. */
function send(endpoint: EndpointFacts, file: Blob, { query, idempotencyKey, onProgress, signal }: UploadInput) {
  const { method, path } = endpoint
  return new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const search = new URLSearchParams(query)
    request.open(method, search.size > 0 ? `${path}?${search}` : path)
    const headers = { ...callHeaders(endpoint), 'content-type': file.type, 'idempotency-key': idempotencyKey }
    for (const [header, value] of Object.entries(headers)) request.setRequestHeader(header, value)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
    request.addEventListener('load', () => {
      const wait = request.getResponseHeader('retry-after')
      resolve(new Response(request.responseText, { status: request.status, headers: wait === null ? {} : { 'retry-after': wait } }))
    })
    request.addEventListener('error', () => reject(asApiError(null)))
    request.addEventListener('abort', () => reject(asApiError(null)))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}
