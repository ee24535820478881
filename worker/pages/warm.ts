import type { EdgeDeps } from '../deps.ts'
import type { Settings } from '../settings/settings.ts'
import { identify } from '../visitor/visitor.ts'
import type { PageCache } from './page-cache.ts'
import { contextOf } from '../request-context.ts'
import { servePage } from './serve-page.ts'

/** Brands whose first page is rendered ahead; with thousands of them most aren't requested in the first minute. */
const MOST = 100
/** Pause between two pages in ms, so that incoming requests go first. */
const REST = 20

/**
 * Renders the index page of each live brand as most of its visitors see it: main country, domain language. Never fails: a page that couldn't be
 * rendered ahead is rendered on request.
 * @param signal ends it early
 */
export async function warmPages(settings: Settings, pages: PageCache, deps: EdgeDeps, signal: AbortSignal): Promise<void> {
  for (const tenant of (await settings.tenants()).slice(0, MOST)) {
    if (signal.aborted) return
    const record = await settings.record(tenant, null)
    if (record?.settings.status === 'live') {
      const url = new URL(`https://${record.settings.domain}/`)
      const request = new Request(url)
      const facts = { ip: '', country: record.settings.countries[0] ?? null }
      const context = contextOf(request, crypto.randomUUID(), deps.realNow())
      const visitor = await identify(request, url, record, settings.groupOf(record), facts, context.requestId, deps)
      await servePage({ ...context, url, visitor, deps, pages }).catch((error: unknown) =>
        deps.log({ level: 'error', tenant, error: String(error) })
      )
    }
    await new Promise((resolve) => setTimeout(resolve, REST))
  }
}
