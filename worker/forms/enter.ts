import { ownPath } from '../../shared/routes/match.ts'
import { redirect } from '../pages/redirect.ts'
import { cookie, YEAR } from '../visitor/cookies.ts'
import type { Visitor } from '../visitor/visitor.ts'
import { readForm } from './read-form.ts'

/** `POST /__edge/enter`: closes the entry warning for browsers without JavaScript and redirects back to its page. */
export async function enter(request: Request, url: URL, visitor: Visitor): Promise<Response> {
  const fields = await readForm(request, url)
  if (fields instanceof Response) return fields
  const next = fields.get('next')
  const response = redirect(ownPath(typeof next === 'string' ? next : null) ?? '/', visitor, 303)
  response.headers.append('set-cookie', cookie('ew', '1', { seconds: YEAR, https: visitor.https }))
  return response
}
