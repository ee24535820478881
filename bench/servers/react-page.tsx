import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { shownText } from '../../bin/build/shown-text.ts'
import { createQueryClient, type Answered } from '../../client/api/query-client.ts'
import { App } from '../../client/app/app.tsx'
import type { PageState } from '../../client/app/read-page.ts'
import { loadPage } from '../../client/pages/registry.ts'
import { queryOfText } from '../../shared/api/api-query.ts'
import { matchRoute } from '../../shared/routes/match.ts'
import type { PublicSettings } from '../../shared/tenants/public-settings.ts'
import type { Locale } from '../../shared/i18n/locales.ts'

type Attributes = Record<string, string>

/** Renders the page that a document shows, from its settings and answers. */
export type RenderPage = () => Promise<string>

/**
 * A page as a plain server would render it: the same document, with head and data as elements too, and messages parsed and formatted for each
 * request.
 * @param html the document to equal
 * @param url path and query of it
 * @param readMessages uncompiled messages of a language; not part of the bundle, which has no files beside it
 */
export function equalPage(html: string, url: string, readMessages: (language: Locale) => Record<string, string>): RenderPage {
  const [, own = '', head = ''] = /<html([^>]*)>.*?<head>(.*?)<\/head>/s.exec(html) ?? []
  const tags = [...head.matchAll(/<(meta|link|title|style)\b([^>]*)>(?:([^<]*)<\/\1>)?/g)].map(([, tag, attributes, text]) => ({
    Tag: tag as unknown as ComponentType<object>,
    attributes: attributesOf(attributes ?? ''),
    text
  }))
  const scripts = [...html.matchAll(/<script\b([^>]*)>([^<]*)<\/script>/g)].map(([, attributes, text]) => ({
    attributes: attributesOf(attributes ?? ''),
    data: text ? (JSON.parse(text) as unknown) : null
  }))
  const tenant = scripts.find(({ attributes }) => attributes.id === 'tenant')!.data as PublicSettings
  const page = scripts.find(({ attributes }) => attributes.id === 'page')!.data as PageState
  const answers = scripts.flatMap(({ attributes, data }): Answered[] => {
    const query = attributes['data-query']
    return query ? [[queryOfText(query), data]] : []
  })
  const texts = Object.entries(readMessages(tenant.language))
  const messages = Object.fromEntries(texts.map(([key, text]) => [key, shownText(text, tenant.language)]))
  return async () => {
    await loadPage(matchRoute(url.split('?')[0]!)!.route.key, tenant.language)
    const bootstrap = { ...page, tenant, messages, url }
    return `<!doctype html>${renderToString(
      <html {...attributesOf(own)} lang={tenant.language}>
        <head>
          {tags.map(({ Tag, attributes, text }, index) => (
            <Tag key={index} {...attributes} {...(text && { dangerouslySetInnerHTML: { __html: text } })} />
          ))}
        </head>
        <body>
          <div id="app">
            <App bootstrap={bootstrap} queryClient={createQueryClient(answers)} />
          </div>
          {scripts.map(({ attributes, data }, index) => (
            <script key={index} {...attributes} {...(data !== null && { dangerouslySetInnerHTML: { __html: jsonOf(data) } })} />
          ))}
        </body>
      </html>
    )}`
  }
}

const jsonOf = (data: unknown) => JSON.stringify(data).replaceAll('<', String.raw`\u003c`)

function attributesOf(text: string): Attributes {
  return Object.fromEntries(
    [...text.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value!.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')
    ])
  )
}
