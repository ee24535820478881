import type { EntryOutput } from '../../shared/api/entry.ts'
import type { Contract } from '../../shared/api/contract.ts'
import type { ErrorBody } from '../../shared/api/errors.ts'
import { afterToken } from '../../shared/routes/after-token.ts'
import { href } from '../../shared/routes/match.ts'
import type { EdgeDeps } from '../deps.ts'
import { redirect } from '../pages/page.ts'
import { errorAnswer } from '../proxy/error-answer.ts'
import { isSameOrigin } from '../proxy/same-origin.ts'
import { translateSetCookies } from '../proxy/set-cookies.ts'
import type { Visitor } from '../visitor/visitor.ts'
import { callEntry } from './call-entry.ts'
import { readFields } from './read-form.ts'

/**
 * `POST /{token}`: uses the link of a mail and leads on. A link that is no good (any more) leads to its own page, which says
 * so. Our own page posts it, or a mail program as RFC 8058 has it: that one comes from anywhere and may only unsubscribe.
 */
export async function postToken(request: Request, url: URL, token: string, visitor: Visitor, deps: EdgeDeps): Promise<Response> {
  const fields = await readFields(request)
  if (fields instanceof Response) return fields
  if (fields.get('List-Unsubscribe') === 'One-Click') {
    const answer = await callEntry('useToken', { token, one_click: true }, visitor, deps)
    return answer.ok ? new Response(null, { status: 200, headers: { 'cache-control': 'no-store' } }) : refusal(answer)
  }
  if (isSameOrigin(request, url) !== true) return errorAnswer('cross_site')
  const answer = await callEntry('useToken', { token }, visitor, deps)
  if (!answer.ok) {
    const { error } = (await answer.json()) as ErrorBody
    return error.code === 'link_expired' ? redirect(href('token', { token }), visitor, 303) : errorAnswer(error.code)
  }
  const { purpose } = (await answer.json()) as EntryOutput<Contract['useToken']>
  const response = redirect(afterToken(purpose, token), visitor, 303)
  translateSetCookies(answer.headers, response.headers, visitor.https)
  return response
}

async function refusal(answer: Response): Promise<Response> {
  return errorAnswer(((await answer.json()) as ErrorBody).error.code)
}
