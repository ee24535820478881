import type { Visitor } from '../visitor/visitor.ts'
import { translatorFor } from './render.tsx'
import { smallPage } from './small-page.ts'

/** The page that a browser keeps for when it can't load any other (client/push/sw-push.js). Its link leads to the address that couldn't be loaded. */
export async function offlinePage(visitor: Visitor): Promise<Response> {
  const { t } = await translatorFor(visitor.language)
  const heading = t('offline.heading', { site: visitor.record.settings.name })
  const { html, headers } = await smallPage(visitor, { heading, text: t('offline.text') })
  return new Response(html, { headers: { ...headers, 'cache-control': 'private, no-cache' } })
}
