import { ERROR_STATUS, errorBody } from '../../shared/api/errors.ts'
import type { TenantRecord } from '../../shared/tenants/schema.ts'
import { Refusal } from './refusal.ts'

/** Headers of every answer of the API: no one keeps it, and it says which settings it was made with. */
export function answerHeaders(tenant: TenantRecord | null): Headers {
  const headers = new Headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'private, no-store' })
  if (tenant) headers.set('x-config-version', `${tenant.settings.id}=${tenant.version}`)
  return headers
}

/** The answer of a refusal. Equal refusals are byte-equal. */
export function refusalAnswer(refusal: Refusal, headers: Headers): Response {
  if (refusal.retryAfter !== undefined) headers.set('retry-after', String(refusal.retryAfter))
  if (refusal.shed) headers.set('x-load-shed', '1')
  const body = errorBody(refusal.code, refusal.params, refusal.fields)
  return new Response(JSON.stringify(body), { status: ERROR_STATUS[refusal.code], headers })
}
