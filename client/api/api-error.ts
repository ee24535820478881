import { errorBody, type ErrorBody, type ErrorCode } from '../../shared/api/errors.ts'

/** A refused or failed call. `status` is 0 when no answer came. */
export class ApiError extends Error {
  readonly status: number
  readonly error: ErrorBody['error']
  /** Seconds the server asked to wait, otherwise null. */
  readonly retryAfter: number | null

  constructor(status: number, error: ErrorBody['error'], retryAfter: number | null = null) {
    super(error.code)
    this.status = status
    this.error = error
    this.retryAfter = retryAfter
  }

  get code(): ErrorCode {
    return this.error.code
  }
}

/** The error of an answer; an answer that is not ours counts as `internal`. */
export async function errorOf(response: Response): Promise<ApiError> {
  const wait = Number(response.headers.get('retry-after'))
  const body = (await response.json().catch(() => null)) as Partial<ErrorBody> | null
  return new ApiError(response.status, body?.error ?? errorBody('internal').error, Number.isFinite(wait) && wait > 0 ? wait : null)
}

/** The server has nothing there, or nothing for this viewer: a block looks the same. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not_found'
}

export function asApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError(0, errorBody('unavailable').error)
}
