import { footerLinks } from '../../client/layouts/footer-links.ts'
import type { ErrorCode } from '../../shared/api/errors.ts'
import { href } from '../../shared/routes/match.ts'
import { offeringOf } from '../../shared/tenants/offering.ts'
import type { Tenant } from '../../shared/tenants/schema.ts'
import type { Translator } from '../../shared/i18n/translator.ts'
import type { EdgeDeps } from '../deps.ts'
import type { Visitor } from '../visitor/visitor.ts'
import { brandOf } from './brand.ts'
import { integrityOf } from './document.ts'
import { escapeHtml } from '../../shared/text/escape-html.ts'
import { translatorFor } from './render.tsx'

/** Why a brand is closed: for the moment, or for good. */
export type ClosedStatus = Extract<Tenant['status'], 'paused' | 'gone'>

/** How a closed brand answers. */
export const CLOSED_STATUS: Record<ClosedStatus, { code: number; error: ErrorCode; text: string; headers: Record<string, string> }> = {
  paused: { code: 503, error: 'site_paused', text: 'Back soon', headers: { 'retry-after': '3600' } },
  gone: { code: 410, error: 'site_closed', text: 'Gone', headers: {} }
}

/** Is this request for a page to read, rather than from a program or for a picture or a robot's file? */
export function wantsPage(request: Request): boolean {
  return (request.method === 'GET' || request.method === 'HEAD') && acceptsPages(request)
}

/** Does a browser ask for something to show, whether by a link or a form? */
export function acceptsPages(request: Request): boolean {
  return (request.headers.get('accept') ?? '').includes('text/html')
}

/**
 * The page of a closed brand, in the reader's language and the brand's colours; it needs neither origin nor script. It links
 * to everything that is still open.
 */
export async function closedPage(request: Request, visitor: Visitor, status: ClosedStatus, deps: EdgeDeps): Promise<Response> {
  const { settings } = visitor.record
  const [brand, { t }] = await Promise.all([brandOf(visitor.record, visitor.https), translatorFor(visitor.language)])
  const name = escapeHtml(settings.name)
  const email = escapeHtml(settings.support_email)
  const [heading, text] =
    status === 'paused' ? (['layout.paused', 'closed.paused_text'] as const) : (['layout.closed', 'closed.gone_text'] as const)
  const html = [
    `<!doctype html><html lang="${visitor.language}" data-tenant="${settings.id}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    `<title>${name}</title><meta name="color-scheme" content="light dark"><meta name="rating" content="adult"><link rel="icon" href="data:,">`,
    `<style>${brand.themeCss}</style>`,
    ...deps.assets.css.map((href) => `<link rel="stylesheet" href="${href}"${integrityOf(deps.assets, href)}>`),
    `</head><body><main class="closed"><p class="closed-brand">${name}</p><h1>${escapeHtml(t(heading, { site: settings.name }))}</h1>`,
    `<p class="closed-text">${escapeHtml(t(text, { site: settings.name }))}</p>`,
    openLinks(visitor, t),
    `<p><a href="mailto:${email}">${email}</a></p></main></body></html>`
  ].join('')
  const { code, headers } = CLOSED_STATUS[status]
  return new Response(request.method === 'HEAD' ? null : html, {
    status: code,
    headers: { ...brand.headers, 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', ...headers }
  })
}

/** Links to the pages that are still open to this reader, by topic. */
function openLinks({ record, session }: Visitor, t: Translator['t']): string {
  const groups = footerLinks(session !== null, false, offeringOf(record.settings)).map(({ title, links }) => {
    const items = links.map(({ route, label }) => `<li><a href="${href(route)}">${escapeHtml(t(label))}</a></li>`)
    return `<section><h2>${escapeHtml(t(title))}</h2><ul>${items.join('')}</ul></section>`
  })
  return `<div class="closed-links">${groups.join('')}</div>`
}
