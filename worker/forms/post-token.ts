import type { EndpointOutput } from '../../shared/api/endpoint.ts'
import type { Contract } from '../../shared/api/contract.ts'
import { FORMS } from '../../shared/forms/forms.ts'
import { afterToken } from '../../shared/routes/after-token.ts'
import { href, type RouteMatch } from '../../shared/routes/match.ts'
import type { EdgeDeps } from '../deps.ts'
import { refusedPage } from '../pages/live-page.ts'
import { redirect } from '../pages/redirect.ts'
import { errorAnswer } from '../proxy/error-answer.ts'
import { isSameOrigin } from '../proxy/same-origin.ts'
import { translateSetCookies } from '../proxy/set-cookies.ts'
import type { Visitor } from '../visitor/visitor.ts'
import { callEndpoint } from './call-endpoint.ts'
import { readFields } from './read-form.ts'
import { readError, statusOf } from './read-error.ts'

/**
 * `POST /{token}`: uses a mailed link, with the password it asks for, and redirects. A link that is invalid or no longer valid redirects to its own
 * page, which says so. It is posted by our own page, or by a mail program as in RFC 8058: such a post can come from anywhere and may only
 * unsubscribe.
 */
export async function postToken(request: Request, url: URL, match: RouteMatch, visitor: Visitor, deps: EdgeDeps): Promise<Response> {
  const token = match.params.token!
  const fields = await readFields(request)
  if (fields instanceof Response) return fields
  if (fields.get('List-Unsubscribe') === 'One-Click') {
    const answer = await callEndpoint('useToken', { token, one_click: true }, visitor, deps)
    return answer.ok ? new Response(null, { status: 200, headers: { 'cache-control': 'no-store' } }) : refusal(answer)
  }
  if (isSameOrigin(request, url) !== true) return errorAnswer('cross_site')
  const answer = await callEndpoint('useToken', { ...FORMS.useToken(fields), token }, visitor, deps)
  if (!answer.ok) {
    const error = await readError(answer)
    if (error.code === 'link_expired') return redirect(href('token', { token }), visitor, 303)
    return refusedPage({ url, visitor, deps }, match, { endpoint: 'useToken', values: {}, error }, statusOf(error))
  }
  const used = (await answer.json()) as EndpointOutput<Contract['useToken']>
  const response = redirect(afterToken(used, token), visitor, 303)
  translateSetCookies(answer.headers, response.headers, visitor.https)
  return response
}

async function refusal(answer: Response): Promise<Response> {
  return errorAnswer((await readError(answer)).code)
}
