import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { createQueryClient } from '../../client/api/query-client.ts'
import { App } from '../../client/app/app.tsx'
import { loadPage } from '../../client/pages/registry.ts'
import type { PublicSettings } from '../../shared/tenants/public-settings.ts'
import { readMessages } from '../../locales/read.ts'

type Attributes = Record<string, string>

/** Renders the page that a document shows, from its settings. */
export type RenderIndex = () => Promise<string>

/**
 * The index page as a plain server would render it: the same document, its head and data as elements too, its messages parsed and formatted for
 * this request. `html`: the document to equal.
 */
export function equalPage(html: string): RenderIndex {
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
  return async () => {
    await loadPage('index', tenant.language)
    const bootstrap = {
      tenant,
      messages: readMessages('en'),
      url: '/',
      member: false,
      trafficSource: false,
      now: '2026-11-21T12:00:00.000Z',
      notFound: false,
      originAway: false,
      form: null,
      eventNumber: null
    }
    return `<!doctype html>${renderToString(
      <html {...attributesOf(own)} lang={tenant.language}>
        <head>
          {tags.map(({ Tag, attributes, text }, index) => (
            <Tag key={index} {...attributes} {...(text && { dangerouslySetInnerHTML: { __html: text } })} />
          ))}
        </head>
        <body>
          <div id="app">
            <App bootstrap={bootstrap} queryClient={createQueryClient([])} />
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
  return Object.fromEntries([...text.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]))
}
