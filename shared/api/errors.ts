/** The closed list of error codes with their HTTP status. A code's text is the message `error.<code>`. */
export const ERROR_STATUS = {
  bad_request: 400,
  bad_json: 400,
  authentication_required: 403,
  client_header_missing: 403,
  cross_site: 403,
  premium_only: 403,
  not_confirmed: 403,
  signups_closed: 403,
  edge_only: 401,
  bad_signature: 401,
  not_found: 404,
  method_not_allowed: 405,
  member_changed: 409,
  already_used: 409,
  already_read: 409,
  limit_reached: 409,
  photo_limit: 409,
  contact_limit: 409,
  not_enough_credits: 409,
  gifts_off: 409,
  photos_off: 409,
  buying_paused: 409,
  limit_currency: 409,
  spending_limit: 409,
  mandate_needed: 409,
  directdebit_blocked: 409,
  directdebit_limit: 409,
  too_many_codes: 409,
  too_many_reset_mails: 409,
  idempotency_key_reused: 409,
  price_changed: 409,
  message_price_changed: 409,
  site_closed: 410,
  too_large: 413,
  unsupported_media_type: 415,
  invalid: 422,
  login_failed: 422,
  login_blocked: 422,
  account_deleted: 422,
  account_restricted: 422,
  link_expired: 422,
  too_many_requests: 429,
  internal: 500,
  site_paused: 503,
  unavailable: 503,
  payment_unavailable: 503,
  timeout: 504
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

export type ErrorParams = Record<string, string | number>

/** Why a field was refused; `message_key` is the key of the text. The input itself is never repeated. */
export interface FieldError {
  field: string
  code: string
  message_key: string
  params: ErrorParams
}

/** Body of every answer with a status of 400 or more. `fields` comes with 422 only. */
export interface ErrorBody {
  error: { code: ErrorCode; message_key: string; params: ErrorParams; fields?: FieldError[] }
}

export function errorBody(code: ErrorCode, params: ErrorParams = {}, fields?: FieldError[]): ErrorBody {
  const error = { code, message_key: `error.${code}`, params }
  return { error: fields ? { ...error, fields } : error }
}

export function fieldError(field: string, code: string, params: ErrorParams = {}): FieldError {
  return { field, code, message_key: `field.${code}`, params }
}
