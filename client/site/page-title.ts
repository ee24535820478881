import type { Translator } from '../../shared/i18n/translator.ts'
import type { RouteMatch } from '../../shared/routes/match.ts'
import type { PublicSettings } from '../../shared/tenants/public-settings.ts'

/** The document title of a page: its own text with the brand's name, or what the operator wrote for the index; null stands for the 404 page. */
export function pageTitle(match: RouteMatch | null, tenant: PublicSettings, { t }: Translator): string {
  if (match?.route.key === 'index' && tenant.index_title) return tenant.index_title
  return t(match ? match.route.title(match.params) : 'not-found.title', { site: tenant.name })
}
