import { alone } from '../../shared/tenants/groups.ts'
import type { EdgeDeps } from '../deps.ts'
import { errorAnswer } from '../proxy/error-answer.ts'
import { forward } from '../proxy/api.ts'
import { DEADLINES } from '../proxy/ask-origin.ts'
import type { Visitor } from '../visitor/visitor.ts'
import { identify } from '../visitor/visitor.ts'
import { gallery } from './gallery.ts'

/** Aids that the origin answers. */
const ORIGINS: ReadonlySet<string> = new Set(['/__dev/mail', '/__dev/clock', '/__dev/photos', '/__dev/age'])

/** Local aids: `/__dev` is a gallery of tenants, layouts and countries; mail, clock, photos and age check are the origin's. Nothing of it in production. */
export async function serveDev(request: Request, url: URL, visitor: Visitor | null, deps: EdgeDeps): Promise<Response> {
  if (deps.environment !== 'local') return errorAnswer('not_found')
  if (ORIGINS.has(url.pathname)) {
    const asking = visitor ?? (await anybody(request, url, deps))
    return asking ? forward(request, url, asking, deps, DEADLINES.read) : errorAnswer('not_found')
  }
  return gallery(url, deps)
}

/** On bare `localhost` there is no tenant; the origin's aids do not care which one asks. */
async function anybody(request: Request, url: URL, deps: EdgeDeps): Promise<Visitor | null> {
  const record = deps.snapshot[0]
  return record
    ? identify(request, url, record, alone(record.settings), { ip: '127.0.0.1', country: null }, crypto.randomUUID(), deps)
    : null
}
