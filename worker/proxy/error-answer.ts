import { ERROR_STATUS, errorBody, type ErrorCode } from '../../shared/api/errors.ts'
import { API_HEADERS } from '../pages/security-headers.ts'

/** An error of the edge itself in the API's format. */
export function errorAnswer(code: ErrorCode, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(errorBody(code)), {
    status: ERROR_STATUS[code],
    headers: { ...API_HEADERS, 'content-type': 'application/json', 'cache-control': 'private, no-store', ...headers }
  })
}
