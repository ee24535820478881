import { loadMessages } from '../../locales/load.ts'
import type { Answered } from '../api/query-client.ts'
import type { PublicSettings } from '../../shared/tenants/public-settings.ts'
import { queryOfText } from '../../shared/api/api-query.ts'
import type { Bootstrap } from '../site/site.tsx'

/** The state the edge writes beside the tenant's settings (`<script type="application/json" id="page">`). */
export type PageState = Omit<Bootstrap, 'tenant' | 'messages' | 'url'>

function blockOf<T>(id: string): T {
  return JSON.parse(document.getElementById(id)?.textContent ?? 'null') as T
}

/** Reads what the edge rendered from (settings, state, answers), and loads the common texts of the page's language. */
export async function readPage(): Promise<{ bootstrap: Bootstrap; answers: Answered[] }> {
  const tenant = blockOf<PublicSettings>('tenant')
  const blocks = [...document.querySelectorAll<HTMLScriptElement>('script[data-query]')]
  const answers = blocks.map((block): Answered => [queryOfText(block.dataset.query ?? ''), JSON.parse(block.textContent ?? 'null')])
  const bootstrap = {
    ...blockOf<PageState>('page'),
    tenant,
    messages: await loadMessages(tenant.language, []),
    url: location.pathname + location.search
  }
  return { bootstrap, answers }
}
