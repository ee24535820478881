import closed from '../../client/styles/closed.css?raw'
import look from '../../client/styles/small-page.css?raw'
import tokens from '../../client/styles/tokens.css?raw'
import { themeCss } from '../../shared/tenants/theme.ts'
import type { Translator } from '../../shared/i18n/translator.ts'
import type { Visitor } from '../visitor/visitor.ts'
import { escapeHtml } from '../../shared/text/escape-html.ts'
import { translatorFor } from './render.tsx'
import { pageHeaders } from './security-headers.ts'

export interface Words {
  heading: string
  text?: string
  /** With a link to the home page beside the one that asks for this address again. */
  home?: boolean
}

/** The content alone, which needs nothing but the styles of `closed.css`. */
export function contentOf(brand: string, { heading, text, home }: Words, t: Translator['t']): string {
  return [
    `<main class="closed"><p class="closed-brand">${escapeHtml(brand)}</p><h1>${escapeHtml(heading)}</h1>`,
    text ? `<p class="closed-text">${escapeHtml(text)}</p>` : '',
    `<a class="again" href="">${escapeHtml(t('load-failed.retry'))}</a>`,
    home ? `<a class="home" href="/">${escapeHtml(t('not-found.home'))}</a>` : '',
    '</main>'
  ].join('')
}

/**
 * A page in the brand's colours that is complete in itself, without script, and the same for members and visitors: for when nothing else can be loaded
 * or rendered. Its link leads to the address that it was shown at.
 */
export async function smallPage({ record, language, https }: Visitor, { heading, text, home }: Words) {
  const { settings } = record
  const { t } = await translatorFor(language)
  const title = escapeHtml(heading)
  const css = tokens + closed + look + themeCss(settings.theme)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(css)))
  const html = [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    `<title>${title}</title><meta name="color-scheme" content="light dark"><meta name="rating" content="adult"><link rel="icon" href="data:,">`,
    `<style>${css}</style></head><body>${contentOf(settings.name, { heading, text, home }, t)}</body></html>`
  ].join('')
  const headers = {
    ...pageHeaders(record, `sha256-${btoa(String.fromCharCode(...digest))}`, https),
    'content-type': 'text/html; charset=utf-8',
    'content-language': language,
    'x-robots-tag': 'noindex'
  }
  return { html, headers }
}
