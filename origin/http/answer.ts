import { ERROR_STATUS, errorBody } from '../../shared/api/errors.ts'
import type { TenantRecord } from '../../shared/tenants/schema.ts'
import { HttpError } from './http-error.ts'

/** Headers of every API answer: it must not be cached, and it says which settings it was made with. */
export function answerHeaders(tenant: TenantRecord | null): Headers {
  const headers = new Headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'private, no-store' })
  if (tenant) headers.set('x-config-version', `${tenant.settings.id}=${tenant.version}`)
  return headers
}

/** The answer of an HttpError. Equal HttpErrors are byte-equal. */
export function errorAnswer(httpError: HttpError, headers: Headers): Response {
  if (httpError.retryAfter !== undefined) headers.set('retry-after', String(httpError.retryAfter))
  if (httpError.shed) headers.set('x-load-shed', '1')
  const body = errorBody(httpError.code, httpError.params, httpError.fields)
  return new Response(JSON.stringify(body), { status: ERROR_STATUS[httpError.code], headers })
}
