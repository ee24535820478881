import { layoutOf } from '../../shared/routes/match.ts'
import type { Route } from '../../shared/routes/route.ts'
import type { PublicSettings } from '../../shared/tenants/public-settings.ts'
import { BRAND_PICTURES } from '../../shared/tenants/brand-pictures.ts'
import type { Group } from '../../shared/tenants/groups.ts'
import { addressesOf, alternatesOf, canonicalUrl } from '../../shared/tenants/hreflang.ts'
import { isListed, listedPath, openGraphLocale } from '../../shared/tenants/seo.ts'
import { textOfQuery, type ApiQuery } from '../../shared/api/api-query.ts'
import { pageTitle } from '../../client/site/page-title.ts'
import type { PageState } from '../../client/app/read-page.ts'
import type { Translator } from '../../shared/i18n/translator.ts'
import type { Assets } from '../deps.ts'
import type { Brand } from './brand.ts'
import { escapeHtml, jsonForHtml } from '../../shared/text/escape-html.ts'
import type { PageKey } from './page-key.ts'
import type { Preview } from './preview.ts'
import { settingsJson } from './settings-for.ts'
import { structuredData } from './structured-data.ts'

/** Design version (docs/requirements.tsv). */
const DESIGN = 2

interface Head {
  key: PageKey
  /** Null: page not found. */
  route: Route | null
  tenant: PublicSettings
  group: Group
  translator: Translator
  description: string
  brand: Brand
  assets: Assets
  member: boolean
  /** The picture of a shared link, if it isn't the brand's card. */
  preview: Preview | null
}

/** Everything before the body's content: can be sent before any query is answered. */
export function documentHead({ key, route, tenant, group, translator, description, brand, assets, member, preview }: Head): string {
  const title = pageTitle(route && { route, params: key.params }, tenant, translator)
  const listed = route && isListed(route, tenant) && (!tenant.closed || tenant.paused) ? route : null
  const hydrate = member ? 'load' : (route?.hydrate ?? 'none')
  // The script for early input is loaded by its own element below.
  const modules = member
    ? [assets.entry, ...assets.preload(key.route, key.language)].filter((path) => path !== assets.early)
    : [assets.visitor]
  return [
    '<!doctype html>',
    `<html lang="${key.language}" data-tenant="${escapeHtml(tenant.id)}" data-design="${DESIGN}" data-layout="${layoutOf(route?.layout ?? 'default')}" data-hydrate="${hydrate}"${member ? ' data-member' : ''}>`,
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">',
    `<title>${escapeHtml(title)}</title>`,
    description && !member ? `<meta name="description" content="${escapeHtml(description)}">` : '',
    '<meta name="rating" content="adult"><meta name="rating" content="RTA-5042-1996-1400-1577-RTA"><meta name="color-scheme" content="light dark">',
    `<meta name="theme-color" content="${brand.themeColour.light}" media="(prefers-color-scheme: light)"><meta name="theme-color" content="${brand.themeColour.dark}" media="(prefers-color-scheme: dark)">`,
    listed ? forSearchEngines(tenant, group, listedPath(listed)) : '<meta name="robots" content="noindex">',
    member || !route ? '' : forSharedLinks(tenant, title, description, preview ?? cardOf(tenant, brand)),
    member || !listed ? '' : structuredData(tenant, listed, listedPath(listed), title, description),
    `<link rel="icon" href="/icon.svg" type="image/svg+xml"><link rel="apple-touch-icon" href="${brand.appleIcon}"><link rel="manifest" href="/manifest.webmanifest">`,
    `<style>${brand.themeCss}</style>`,
    ...assets.css.map((href) => `<link rel="stylesheet" href="${href}"${integrityOf(assets, href)}>`),
    ...modules.map((href) => `<link rel="modulepreload" href="${href}"${integrityOf(assets, href)}>`),
    moduleScript(assets, assets.early, ' async'),
    '</head><body>'
  ].join('')
}

const moduleScript = (assets: Assets, src: string, when = '') =>
  `<script type="module"${when} src="${src}"${integrityOf(assets, src)}></script>`

/** Browsers refuse to run a file that differs from the build. A preloaded module is checked when it is preloaded, not again. */
export function integrityOf(assets: Assets, path: string): string {
  const digest = assets.integrity(path)
  return digest && ` integrity="${digest}"`
}

/** The page's canonical address, and the same page in other languages and on the group's other domains. */
function forSearchEngines(tenant: PublicSettings, { domains }: Group, path: string): string {
  const canonical = canonicalUrl(tenant, path, tenant.language)
  const others = alternatesOf(domains, path, canonical)
  return [
    `<link rel="canonical" href="${escapeHtml(canonical)}">`,
    ...others.map(({ hreflang, url }) => `<link rel="alternate" hreflang="${hreflang}" href="${escapeHtml(url)}">`),
    `<meta property="og:url" content="${escapeHtml(canonical)}">`
  ].join('')
}

const cardOf = (tenant: PublicSettings, { card }: Brand): Preview => ({
  url: `https://${tenant.domain}${card}`,
  ...BRAND_PICTURES.card
})

/** The preview of a link to this page when it is shared. */
function forSharedLinks(tenant: PublicSettings, title: string, description: string, picture: Preview): string {
  const others = addressesOf(tenant, '/').filter(({ language }) => language !== tenant.language)

  const property = (name: string, value: string) => (value ? `<meta property="og:${name}" content="${escapeHtml(value)}">` : '')
  return [
    property('type', 'website'),
    property('site_name', tenant.name),
    property('title', title),
    property('description', description),
    property('locale', openGraphLocale(tenant, tenant.language)),
    ...others.map(({ language }) => property('locale:alternate', openGraphLocale(tenant, language))),
    property('image', picture.url),
    property('image:width', String(picture.width)),
    property('image:height', String(picture.height)),
    property('image:alt', tenant.name),
    '<meta name="twitter:card" content="summary_large_image">'
  ].join('')
}

interface Tail {
  tenant: PublicSettings
  page: PageState
  answers: readonly (readonly [ApiQuery, unknown])[]
  assets: Assets
  member: boolean
}

/** Everything after the content: the data it was rendered from, in document order, and the module last. */
export function documentTail({ tenant, page, answers, assets, member }: Tail): string {
  return [
    `<script type="application/json" id="tenant">${settingsJson(tenant)}</script>`,
    `<script type="application/json" id="page">${jsonForHtml(page)}</script>`,
    ...answers.map(
      ([query, answer]) => `<script type="application/json" data-query="${escapeHtml(textOfQuery(query))}">${jsonForHtml(answer)}</script>`
    ),
    moduleScript(assets, member ? assets.entry : assets.visitor),
    '</body></html>'
  ].join('')
}
