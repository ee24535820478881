import { COUNTRY_CLASSES } from '../../shared/tenants/countries.ts'
import { escapeHtml } from '../../shared/text/escape-html.ts'
import { API_HEADERS } from '../pages/security-headers.ts'
import type { Settings } from '../settings/settings.ts'

/** Sample pages of the layouts that open without a session; those of the chat need a conversation. */
const SAMPLES = [
  ['default', '/'],
  ['default', '/members'],
  ['lander', '/landers/gallery'],
  ['empty', '/signup'],
  ['default', '/lang-config']
] as const

/** Each tenant with these pages and a lander per country, one click away. English only: it is for developers, in local mode. */
export async function gallery(url: URL, known: Settings): Promise<Response> {
  const port = url.port ? `:${url.port}` : ''
  const records = await Promise.all((await known.tenants()).map((tenant) => known.record(tenant, null)))
  const rows = records
    .filter((record) => record !== null)
    .map(({ settings }) => {
      const base = `http://${settings.id}.localhost${port}`
      const countries = [...new Set([...settings.countries, ...COUNTRY_CLASSES])].filter((country) => country !== 'ZZ')
      const samples = SAMPLES.map(([layout, path]) => `<li><a href="${base}${path}">${layout} ${path}</a></li>`).join('')
      const places = countries.map((country) => `<a href="${base}/landers/gallery?__country=${country}">${country}</a>`).join(' ')
      return `<section><h2><a href="${base}/">${escapeHtml(settings.name)}</a></h2><p>${settings.id} · ${settings.domain_language} · signups ${escapeHtml(settings.signups)} · search ${settings.logged_out_search}</p><ul>${samples}</ul><p>${places}</p></section>`
    })
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Tenants</title></head><body><h1>Tenants</h1><p><a href="/__dev/mail">Caught mail</a> · <a href="/__dev/ui">Parts of the pages</a></p>${rows.join('')}</body></html>`
  return new Response(html, { headers: { ...API_HEADERS, 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' } })
}
