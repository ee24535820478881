import { renderToString } from 'react-dom/server'
import { createQueryClient, type Answered } from '../../client/api/query-client.ts'
import { App } from '../../client/app/app.tsx'
import type { PageState } from '../../client/app/read-page.ts'
import { loadOffers } from '../../client/discounts/offers.tsx'
import { loadPage } from '../../client/pages/registry.ts'
import { loadHydratedLater } from '../../client/site/hydrated-later.tsx'
import { loadAllMessages } from '../../locales/load.ts'
import type { Locale } from '../../shared/i18n/locales.ts'
import { createTranslator, type Translator } from '../../shared/i18n/translator.ts'
import type { PublicSettings } from '../../shared/tenants/public-settings.ts'

export async function translatorFor(language: Locale): Promise<Translator> {
  return createTranslator(language, await loadAllMessages(language))
}

interface Content {
  route: string
  url: string
  tenant: PublicSettings
  page: PageState
  answers: readonly Answered[]
}

/** The inside of `<div id="app">`: the tree that the browser will hydrate from the same data. */
export async function renderContent({ route, url, tenant, page, answers }: Content): Promise<string> {
  const messages = await loadAllMessages(tenant.language)
  await loadPage(route, tenant.language)
  const queryClient = createQueryClient(answers)
  await loadHydratedLater(tenant.language)
  await loadOffers(queryClient, { tenant, url, notFound: page.notFound })
  return renderToString(<App bootstrap={{ ...page, tenant, messages, url }} queryClient={queryClient} />)
}
