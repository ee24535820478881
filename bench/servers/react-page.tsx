import { renderToString } from 'react-dom/server'
import { createQueryClient } from '../../client/api/query-client.ts'
import { App } from '../../client/app/app.tsx'
import { loadPage } from '../../client/pages/registry.ts'
import type { PublicSettings } from '../../shared/tenants/public-settings.ts'
import english from '../../locales/en.json'

/** The index page as a plain server would render it: the same tree, its messages parsed and formatted for this request. */
export async function renderIndex(tenant: PublicSettings): Promise<string> {
  await loadPage('index', tenant.language)
  const bootstrap = {
    tenant,
    messages: { ...english },
    url: '/',
    member: false,
    trafficSource: false,
    now: '2026-11-21T12:00:00.000Z',
    notFound: false,
    originAway: false,
    eventNumber: null,
    form: null
  }
  return renderToString(<App bootstrap={bootstrap} queryClient={createQueryClient([])} />)
}
