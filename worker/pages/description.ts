import type { Route } from '../../shared/routes/route.ts'
import type { PublicSettings } from '../../shared/tenants/public-settings.ts'
import { isListed } from '../../shared/tenants/seo.ts'
import { createTranslator, type Messages, type Translator } from '../../shared/i18n/translator.ts'

const DOCUMENTS = import.meta.glob<{ default: Messages }>('../../locales/pages-*/*.json')

/** The page's topic in a sentence: its own lead where it is listed and has one, otherwise the operator's description of the brand. */
export async function descriptionOf(route: Route | null, tenant: PublicSettings, translator: Translator): Promise<string> {
  if (!route || !isListed(route, tenant)) return tenant.description
  const values = { site: tenant.name, age: tenant.min_age }
  const lead = `${route.key}.lead`
  if (translator.has(lead)) return translator.t(lead, values)
  // The texts of a document aren't among those of all pages.
  const document = await DOCUMENTS[`../../locales/${route.key}/${tenant.language}.json`]?.()
  return document ? createTranslator(tenant.language, document.default).t('lead', values) : tenant.description
}
