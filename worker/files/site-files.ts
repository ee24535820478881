import type { Context, Hono } from 'hono'
import { href } from '../../shared/routes/match.ts'
import { privacyVersion, termsVersion } from '../../shared/rules/terms.ts'
import { BRAND_PICTURES, brandPicturePath, type BrandPicture } from '../../shared/tenants/brand-pictures.ts'
import { addressesOf, alternatesOf } from '../../shared/tenants/hreflang.ts'
import { disallowedPaths, listedPaths } from '../../shared/tenants/seo.ts'
import { PAGE, themeColours } from '../../shared/tenants/theme.ts'
import { escapeHtml } from '../../shared/text/escape-html.ts'
import { names } from '../pages/negotiate.ts'
import { etagOf } from '../pages/page-cache.ts'
import { ASSET_HEADERS } from '../pages/security-headers.ts'
import type { Visitor } from '../visitor/visitor.ts'

/** How long `security.txt` stays valid, in days (RFC 9116 recommends less than a year). */
const SECURITY_DAYS = 180
const DAY_MS = 86_400_000

/** The `robots.txt` of a host without pages to index. */
export const DISALLOW_ALL = 'User-agent: *\nDisallow: /\n'

type Bindings = { Bindings: { visitor: Visitor } }
type Site = Pick<Visitor, 'record' | 'group'>
interface SiteFile {
  type: string
  text: (site: Site, realNow: number) => string
}

/** Files that robots, installers and password managers request from every domain; generated from the tenant's settings alone. */
const FILES: Record<string, SiteFile> = {
  '/robots.txt': { type: 'text/plain; charset=utf-8', text: robots },
  '/sitemap.xml': { type: 'application/xml; charset=utf-8', text: sitemap },
  '/manifest.webmanifest': { type: 'application/manifest+json; charset=utf-8', text: manifest },
  '/.well-known/security.txt': { type: 'text/plain; charset=utf-8', text: security }
}

/** Mounts the files of `FILES` and the well-known address for changing a password. */
export function mountSiteFiles<B extends Bindings>(app: Hono<B>, realNow: () => number): void {
  for (const [path, file] of Object.entries(FILES)) app.get(path, (c: Context<B>) => serve(c, file, realNow()))
  app.get('/.well-known/change-password', () => {
    return new Response(null, { status: 302, headers: { ...ASSET_HEADERS, location: '/reset-password', 'cache-control': 'no-store' } })
  })
}

function serve<B extends Bindings>(c: Context<B>, { type, text }: SiteFile, realNow: number): Response {
  const { visitor } = c.env
  const bytes = new TextEncoder().encode(text(visitor, realNow))
  const etag = etagOf(bytes)
  const headers = { ...ASSET_HEADERS, 'content-type': type, 'cache-control': 'public, max-age=3600', etag }
  if (names(c.req.header('if-none-match') ?? '', etag)) return new Response(null, { status: 304, headers })
  return new Response(bytes, { headers })
}

function robots({ record: { settings } }: Site): string {
  if (settings.status !== 'live') return DISALLOW_ALL
  const lines = disallowedPaths().map((path) => `Disallow: ${path}`)
  return `User-agent: *\n${lines.join('\n')}\n\nSitemap: https://${settings.domain}/sitemap.xml\n`
}

/** The day of a document's last change, by path. It isn't known of other pages, and the terms name their first version. */
function changeDays(companyAdded: string): Readonly<Record<string, string>> {
  const day = privacyVersion(termsVersion(companyAdded))
  return { [href('pages-privacy')]: day, [href('pages-cookies')]: day }
}

function sitemap({ record: { settings, company }, group }: Site): string {
  const days = changeDays(company.added)
  const paths = settings.status === 'live' ? listedPaths(settings) : []
  const entries = paths.flatMap((path) => {
    return addressesOf(settings, path).map(({ url }) => {
      const links = alternatesOf(group.domains, path, url).map(
        (other) => `<xhtml:link rel="alternate" hreflang="${other.hreflang}" href="${escapeHtml(other.url)}"/>`
      )
      const day = days[path]
      return `<url><loc>${escapeHtml(url)}</loc>${day ? `<lastmod>${day}</lastmod>` : ''}${links.join('')}</url>\n`
    })
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join('')}</urlset>\n`
}

function manifest({ record: { settings } }: Site): string {
  const png = (picture: BrandPicture) => {
    const { width, height } = BRAND_PICTURES[picture]
    return { src: brandPicturePath(settings, picture), sizes: `${width}x${height}`, type: 'image/png' }
  }
  const svg = { sizes: 'any', type: 'image/svg+xml' }
  return JSON.stringify({
    id: '/',
    name: settings.name,
    short_name: settings.name,
    start_url: '/?source=pwa',
    scope: '/',
    display: 'standalone',
    lang: settings.domain_language,
    dir: 'ltr',
    theme_color: themeColours(settings.theme).primary,
    background_color: PAGE.light,
    categories: ['social'],
    prefer_related_applications: false,
    icons: [
      { src: '/icon.svg', ...svg, purpose: 'any' },
      { ...png('icon-192'), purpose: 'any' },
      { ...png('icon-512'), purpose: 'any' },
      { src: '/icon-maskable.svg', ...svg, purpose: 'maskable' },
      { ...png('icon-maskable-512'), purpose: 'maskable' }
    ]
  })
}

function security({ record: { settings } }: Site, realNow: number): string {
  const until = new Date((Math.floor(realNow / DAY_MS) + SECURITY_DAYS) * DAY_MS).toISOString()
  const languages = [...new Set([settings.domain_language, 'en'])].join(', ')
  return `Contact: mailto:${settings.support_email}\nExpires: ${until}\nPreferred-Languages: ${languages}\nCanonical: https://${settings.domain}/.well-known/security.txt\n`
}
