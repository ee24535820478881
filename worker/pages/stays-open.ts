import { endpointsAt, pickEndpoint } from '../../shared/api/contract.ts'
import { matchRoute } from '../../shared/routes/match.ts'
import { FIXED_ICONS } from '../files/brand-pictures.ts'
import { SPECULATION_PATH } from '../files/speculation.ts'

/** Files that the open pages of a closed brand refer to. */
const FILES: ReadonlySet<string> = new Set([
  ...Object.keys(FIXED_ICONS),
  '/icon.svg',
  '/icon-maskable.svg',
  '/manifest.webmanifest',
  SPECULATION_PATH,
  '/.well-known/change-password',
  '/.well-known/security.txt'
])

/** Is this request answered as usual on a closed brand? Routes and endpoints say so themselves (`whileClosed`). */
export function staysOpen({ method }: Pick<Request, 'method'>, { pathname, searchParams }: URL): boolean {
  const reading = method === 'HEAD' ? 'GET' : method
  if (pathname.startsWith('/api/')) return pickEndpoint(endpointsAt(pathname), reading, searchParams)?.whileClosed ?? false
  if (reading === 'GET' && (FILES.has(pathname) || pathname.startsWith('/brand/'))) return true
  return (reading === 'GET' || reading === 'POST') && (matchRoute(pathname)?.route.whileClosed ?? false)
}
