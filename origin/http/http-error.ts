import { ERROR_STATUS, fieldError, type ErrorCode, type ErrorParams, type FieldError } from '../../shared/api/errors.ts'

/** An expected "no": becomes the error answer of its code and rolls the transaction back. */
export class HttpError extends Error {
  readonly code: ErrorCode
  readonly params: ErrorParams
  readonly fields: FieldError[] | undefined
  /** Seconds for `retry-after`. */
  readonly retryAfter: number | undefined
  /** Set when the transaction must commit although the answer is an error (counting failed log-ins). */
  readonly commit: boolean

  /** Cookies of the answer, if it commits. */
  readonly cookies: readonly string[]

  /** The origin as a whole is unavailable. */
  readonly outage: boolean

  constructor(
    code: ErrorCode,
    options: {
      params?: ErrorParams
      fields?: FieldError[]
      retryAfter?: number
      commit?: boolean
      cookies?: readonly string[]
      outage?: boolean
    } = {}
  ) {
    super(code)
    this.code = code
    this.params = options.params ?? {}
    this.fields = options.fields
    this.retryAfter = options.retryAfter
    this.commit = options.commit ?? false
    this.cookies = options.cookies ?? []
    this.outage = options.outage ?? false
  }

  /** This work is refused although the origin is well: edges must not stop calling it. */
  get shed(): boolean {
    return ERROR_STATUS[this.code] > 500 && !this.outage
  }
}

/** The same answer for everything that doesn't exist, isn't yours, is blocked, or belongs to another pool. */
export function notFound(): HttpError {
  return new HttpError('not_found')
}

/** The answer to a form or request with one field that can't be taken. */
export function invalidField(field: string, code: string, params?: ErrorParams): HttpError {
  return new HttpError('invalid', { fields: [fieldError(field, code, params)] })
}
