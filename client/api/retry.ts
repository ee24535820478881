import { ApiError } from './api-error.ts'

/** After the first attempt up to five more (docs/requirements.tsv). */
const RETRIES = 5

/** If the wait is longer than this many seconds, the caller gets an error that says so. */
const PATIENCE = 60

/** The result of the first attempt that doesn't fail temporarily; rejects with the signal's reason when aborted. */
export async function withRetries<T>(attempt: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await attempt()
    } catch (error) {
      signal?.throwIfAborted()
      if (!mayRetry(failures, error)) throw error
      await new Promise((resolve) => setTimeout(resolve, retryDelay(failures, error)))
      signal?.throwIfAborted()
    }
  }
}

/** No answer, 408, 429 and 5xx may be temporary; any other answer, or one that asks for a long wait, is final. */
export function mayRetry(failures: number, error: unknown): boolean {
  if (failures >= RETRIES) return false
  if (!(error instanceof ApiError)) return true
  if ((error.retryAfter ?? 0) > PATIENCE) return false
  return error.status === 0 || error.status === 408 || error.status === 429 || error.status >= 500
}

/** 1, 2, 4, 8, 16 s, ± 20 % so that clients don't all retry at once; a longer `retry-after` is obeyed. In ms. */
export function retryDelay(failures: number, error: unknown): number {
  const delay = 1000 * 2 ** failures * (0.8 + Math.random() * 0.4)
  const asked = error instanceof ApiError && error.retryAfter ? error.retryAfter * 1000 : 0
  return Math.max(delay, asked)
}
