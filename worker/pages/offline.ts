import closed from '../../client/styles/closed.css?raw'
import look from '../../client/styles/offline.css?raw'
import tokens from '../../client/styles/tokens.css?raw'
import { themeCss } from '../../shared/tenants/theme.ts'
import type { Visitor } from '../visitor/visitor.ts'
import { escapeHtml } from './escape.ts'
import { translatorFor } from './render.tsx'
import { pageHeaders } from './security-headers.ts'

/**
 * The page that a browser keeps for when it can't load any other (client/push/sw-push.js), in the brand's colours and the reader's language. It is
 * complete in itself, without script, and the same for members and visitors. Its link leads to the address that couldn't be loaded.
 */
export async function offlinePage({ record, language, https }: Visitor): Promise<Response> {
  const { settings } = record
  const { t } = await translatorFor(language)
  const name = escapeHtml(settings.name)
  const heading = escapeHtml(t('offline.heading', { site: settings.name }))
  const css = tokens + closed + look + themeCss(settings.theme)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(css)))
  const html = [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    `<title>${heading}</title><meta name="color-scheme" content="light dark"><meta name="rating" content="adult"><link rel="icon" href="data:,">`,
    `<style>${css}</style></head><body><main class="closed"><p class="closed-brand">${name}</p><h1>${heading}</h1>`,
    `<p class="closed-text">${escapeHtml(t('offline.text'))}</p><a class="again" href="">${escapeHtml(t('load-failed.retry'))}</a></main></body></html>`
  ].join('')
  return new Response(html, {
    headers: {
      ...pageHeaders(record, `sha256-${btoa(String.fromCharCode(...digest))}`, https),
      'content-type': 'text/html; charset=utf-8',
      'content-language': language,
      'cache-control': 'private, no-cache',
      'x-robots-tag': 'noindex'
    }
  })
}
