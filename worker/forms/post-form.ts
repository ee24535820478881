import type { Contract } from '../../shared/api/contract.ts'
import type { EndpointOutput } from '../../shared/api/endpoint.ts'
import { FORM_FIELD, FORMS, MEMBER_FIELD, SECRET_FIELDS, type FormName } from '../../shared/forms/forms.ts'
import { isLocale } from '../../shared/i18n/locales.ts'
import { href, matchPage, safeNext, type RouteMatch } from '../../shared/routes/match.ts'
import { offeringOf } from '../../shared/tenants/offering.ts'
import type { EdgeDeps } from '../deps.ts'
import { refusedPage } from '../pages/live-page.ts'
import { redirect } from '../pages/redirect.ts'
import { errorAnswer } from '../proxy/error-answer.ts'
import { translateSetCookies } from '../proxy/set-cookies.ts'
import { cookie, YEAR } from '../visitor/cookies.ts'
import type { Visitor } from '../visitor/visitor.ts'
import { callEndpoint } from './call-endpoint.ts'
import { postToken } from './post-token.ts'
import { readForm } from './read-form.ts'
import { readError, statusOf, type Refused } from './read-error.ts'

/** `POST` of a plain form to its page's own URL: one call to the origin, then 303, or the same page with what was typed. */
export async function postForm(request: Request, url: URL, visitor: Visitor, deps: EdgeDeps): Promise<Response> {
  const match = matchPage(url.pathname, offeringOf(visitor.record.settings))
  const first = match?.route.form
  if (!match || !first) return errorAnswer('method_not_allowed', { allow: 'GET, HEAD' })
  if (first.endpoint === 'useToken') return postToken(request, url, match, visitor, deps)
  const fields = await readForm(request, url)
  if (fields instanceof Response) return fields
  const form = first.also?.find(({ endpoint }) => endpoint === fields.get(FORM_FIELD)) ?? first
  if (form.endpoint === 'updateUser') return chooseLanguage(fields, url, match, visitor, deps)
  const answer = await callEndpoint(form.endpoint, FORMS[form.endpoint](fields), visitor, deps, memberOf(fields))
  if (answer.ok && form.endpoint === 'createPayment')
    return redirectAfter(await orderBelow(form.done, answer), new URL(url.pathname, url), answer, visitor)
  if (answer.ok && form.endpoint === 'startExport') return redirect(await addressIn(answer), visitor, 303)
  if (answer.ok) return redirectAfter(form.done, url, answer, visitor)
  const error = await readError(answer)
  if (error.code === 'account_restricted') return redirectAfter(href('pages-ban'), new URL(url.pathname, url), answer, visitor)
  return formAgain(fields, { url, match, endpoint: form.endpoint }, visitor, deps, error)
}

/** The order's own page, which has a link to the provider's: our policy (`form-action`) doesn't let a form lead to another site. */
async function orderBelow(path: string, answer: Response): Promise<string> {
  const { payment_id: id } = (await answer.json()) as EndpointOutput<Contract['createPayment']>
  return `${path}/${id}`
}

/** The file's address: the browser saves the file and keeps the page. */
async function addressIn(answer: Response): Promise<string> {
  return ((await answer.json()) as EndpointOutput<Contract['startExport']>).url
}

/** The form with what was typed and why it was refused. One member's input is never shown to another. */
function formAgain(
  fields: FormData,
  { url, match, endpoint }: { url: URL; match: RouteMatch; endpoint: FormName },
  visitor: Visitor,
  deps: EdgeDeps,
  error: Refused
): Promise<Response> {
  const values = error.code === 'member_changed' ? {} : valuesOf(fields)
  return refusedPage({ url, visitor, deps }, match, { endpoint, values, error }, statusOf(error))
}

/** Public id of the member that the form was rendered for; null if it doesn't say. */
function memberOf(fields: FormData): string | null {
  const member = fields.get(MEMBER_FIELD)
  return typeof member === 'string' ? member : null
}

/** `next` is in the address the form was posted to: the HTML of a cached page doesn't contain it. */
function redirectAfter(done: string, url: URL, answer: Response, visitor: Visitor): Response {
  const response = redirect(safeNext(url.searchParams.get('next') || done, offeringOf(visitor.record.settings)), visitor, 303)
  translateSetCookies(answer.headers, response.headers, visitor.https)
  return response
}

/** The language form also works for visitors, by cookie; for a member, the choice is also stored first. */
async function chooseLanguage(fields: FormData, url: URL, match: RouteMatch, visitor: Visitor, deps: EdgeDeps): Promise<Response> {
  const language = fields.get('language')
  const country = fields.get('country')
  if (isLocale(language) && visitor.session) {
    const answer = await callEndpoint('updateUser', FORMS.updateUser(fields), visitor, deps, memberOf(fields))
    const error = answer.ok ? null : await readError(answer)
    // A member whose session has ended chooses as a visitor.
    if (error && error.code !== 'authentication_required')
      return formAgain(fields, { url, match, endpoint: 'updateUser' }, visitor, deps, error)
  }
  // The query that the page was opened with, such as a discount code, stays in its address.
  url.searchParams.delete('lang')
  const response = redirect(url.pathname + url.search, visitor, 303)
  if (isLocale(language)) response.headers.append('set-cookie', cookie('locale', language, { seconds: YEAR, https: visitor.https }))
  if (typeof country === 'string' && (country === '' || visitor.record.settings.countries.includes(country))) {
    response.headers.append('set-cookie', cookie('country', country, { seconds: country === '' ? 0 : YEAR, https: visitor.https }))
  }
  return response
}

/** The values put back into the page: everything typed except passwords. */
function valuesOf(fields: FormData): Record<string, string[]> {
  const values: Record<string, string[]> = {}
  for (const name of new Set(fields.keys())) {
    if (SECRET_FIELDS.has(name) || name === MEMBER_FIELD || name === FORM_FIELD) continue
    values[name] = fields.getAll(name).filter((value) => typeof value === 'string')
  }
  return values
}
