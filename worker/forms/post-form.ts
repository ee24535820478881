import { ERROR_STATUS, type ErrorBody } from '../../shared/api/errors.ts'
import { FORMS, SECRET_FIELDS, type FormName } from '../../shared/forms/forms.ts'
import { isLocale } from '../../shared/i18n/locales.ts'
import { matchRoute, safeNext } from '../../shared/routes/match.ts'
import type { EdgeDeps } from '../deps.ts'
import { redirect, refusedPage } from '../pages/page.ts'
import { errorAnswer } from '../proxy/error-answer.ts'
import { translateSetCookies } from '../proxy/set-cookies.ts'
import { cookie, YEAR } from '../visitor/cookies.ts'
import type { Visitor } from '../visitor/visitor.ts'
import { callEntry } from './call-entry.ts'
import { postToken } from './post-token.ts'
import { readForm } from './read-form.ts'

/** `POST` of a plain form to its page's own URL: one call to the origin, then 303, or the same page with what was typed. */
export async function postForm(request: Request, url: URL, visitor: Visitor, deps: EdgeDeps): Promise<Response> {
  const match = matchRoute(url.pathname)
  const form = match?.route.form
  if (!match || !form) return errorAnswer('method_not_allowed', { allow: 'GET, HEAD' })
  if (form.entry === 'useToken') return postToken(request, url, match.params.token!, visitor, deps)
  const fields = await readForm(request, url)
  if (fields instanceof Response) return fields
  if (form.entry === 'updateUser') return chooseLanguage(fields, visitor, deps, url.pathname)
  const name = form.entry as FormName
  const answer = await callEntry(name, FORMS[name](fields), visitor, deps)
  if (answer.ok) return leadOn(form.done ?? url.pathname, url, answer, visitor)
  const { error } = (await answer.json()) as ErrorBody
  const status = error.code === 'unavailable' || error.code === 'timeout' ? ERROR_STATUS[error.code] : answer.status === 429 ? 429 : 422
  return refusedPage(url, match, visitor, deps, { entry: form.entry, values: valuesOf(fields), error }, status)
}

/** `next` stands in the address the form was posted to: a kept page has nothing of it in its HTML. */
function leadOn(done: string, url: URL, answer: Response, visitor: Visitor): Response {
  const next = url.searchParams.get('next')
  const response = redirect(next ? safeNext(next) : done, visitor, 303)
  translateSetCookies(answer.headers, response.headers, visitor.https)
  return response
}

/** The language form also works for visitors: it is their cookie; a member's choice is stored too. */
async function chooseLanguage(fields: FormData, visitor: Visitor, deps: EdgeDeps, done: string): Promise<Response> {
  const language = fields.get('language')
  const country = fields.get('country')
  const response = redirect(done, visitor, 303)
  if (isLocale(language)) {
    response.headers.append('set-cookie', cookie('locale', language, { seconds: YEAR, https: visitor.https }))
    if (visitor.session) await callEntry('updateUser', FORMS.updateUser(fields), visitor, deps)
  }
  if (typeof country === 'string' && (country === '' || visitor.record.settings.countries.includes(country))) {
    response.headers.append('set-cookie', cookie('country', country, { seconds: country === '' ? 0 : YEAR, https: visitor.https }))
  }
  return response
}

/** What goes back into the page: everything typed but passwords. */
function valuesOf(fields: FormData): Record<string, string[]> {
  const values: Record<string, string[]> = {}
  for (const name of new Set(fields.keys())) {
    if (SECRET_FIELDS.has(name)) continue
    values[name] = fields.getAll(name).filter((value) => typeof value === 'string')
  }
  return values
}
