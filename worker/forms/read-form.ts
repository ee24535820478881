import { BODY_LIMIT } from '../../shared/api/endpoint.ts'
import { errorAnswer } from '../proxy/error-answer.ts'
import { readBody } from '../proxy/read-body.ts'
import { isSameOrigin } from '../proxy/same-origin.ts'

/** Fields of a urlencoded form sent by our own page, or an error answer. */
export async function readForm(request: Request, url: URL): Promise<FormData | Response> {
  // Every browser says where a form post comes from; one without that is refused.
  if (isSameOrigin(request, url) !== true) return errorAnswer('cross_site')
  if (!typeOf(request).startsWith('application/x-www-form-urlencoded')) return errorAnswer('unsupported_media_type')
  return readFields(request)
}

/** Fields of a form from any sender, or an error answer. */
export async function readFields(request: Request): Promise<FormData | Response> {
  const type = typeOf(request)
  if (!/^(?:application\/x-www-form-urlencoded|multipart\/form-data)/.test(type)) return errorAnswer('unsupported_media_type')
  const body = await readBody(request, BODY_LIMIT)
  if (!body) return errorAnswer('too_large')
  return new Response(body, { headers: { 'content-type': type } }).formData().catch(() => errorAnswer('bad_request'))
}

function typeOf(request: Request): string {
  return request.headers.get('content-type') ?? ''
}
