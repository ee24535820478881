import { matchRoute } from '../../shared/routes/match.ts'
import type { TenantRecord } from '../../shared/tenants/schema.ts'
import type { EdgeDeps } from '../deps.ts'
import { DISALLOW_ALL } from '../files/site-files.ts'
import { errorAnswer } from '../proxy/error-answer.ts'
import { isReport } from '../proxy/is-report.ts'
import { CLOSED_STATUS, wantsPage, type ClosedStatus } from './closed.ts'
import { plain } from './plain.ts'
import { staysOpen } from './stays-open.ts'

/** Is this a mailed link being used? Mail programs unsubscribe by a POST to the host that the brand had when the mail was sent. */
const usesLink = ({ method }: Request, { pathname }: URL) => method === 'POST' && matchRoute(pathname)?.route.form?.endpoint === 'useToken'

/** Redirects other names of a brand to its canonical host; hides one that isn't published. */
export function redirectOrRefusal(
  request: Request,
  url: URL,
  kind: string,
  { settings: tenant }: TenantRecord,
  environment: EdgeDeps['environment']
): Response | null {
  if (tenant.status === 'draft' && environment === 'production') return plain(404, 'Not found', { 'x-robots-tag': 'noindex' })
  if ((kind !== 'alias' && kind !== 'www') || isReport(request, url) || usesLink(request, url)) return null
  // Nothing should be indexed under an alias; `www.` is just another spelling of the brand's own host.
  if (kind === 'alias' && url.pathname === '/robots.txt') return plain(200, DISALLOW_ALL, { 'cache-control': 'public, max-age=3600' })
  if (request.method !== 'GET' && request.method !== 'HEAD') return plain(421, 'Misdirected request')
  const port = environment === 'local' && url.port ? `:${url.port}` : ''
  const scheme = environment === 'local' ? 'http' : 'https'
  return plain(308, '', { location: `${scheme}://${tenant.domain}${port}${url.pathname}${url.search}` })
}

/** Why the brand doesn't answer this request; null if it does. A closed brand still answers requests that its members have a right to. */
export function closedStatus(request: Request, url: URL, { settings: { status } }: TenantRecord): ClosedStatus | null {
  return (status === 'gone' || status === 'paused') && !staysOpen(request, url) ? status : null
}

/** A closed brand's answer to a program, a robot or a picture's request; null for a reader, who gets the page. */
export function closedAnswer(request: Request, url: URL, status: ClosedStatus): Response | null {
  const { code, error, text, headers } = CLOSED_STATUS[status]
  if (url.pathname.startsWith('/api/')) return errorAnswer(error, headers)
  return wantsPage(request) ? null : plain(code, text, headers)
}
