import type { Translator } from '../../shared/i18n/translator.ts'
import type { Route } from '../../shared/routes/route.ts'
import type { PublicSettings } from '../../shared/tenants/public-settings.ts'

/** The document title of a page: its own text with the brand's name, or what the operator wrote for the index; null stands for the 404 page. */
export function pageTitle(route: Route | null, tenant: PublicSettings, { t }: Translator): string {
  if (route?.key === 'index' && tenant.index_title) return tenant.index_title
  return t(route?.title ?? 'not-found.title', { site: tenant.name })
}
