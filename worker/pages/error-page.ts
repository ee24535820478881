import type { Translator } from '../../shared/i18n/translator.ts'
import { readError } from '../forms/read-error.ts'
import type { Visitor } from '../visitor/visitor.ts'
import { acceptsPages } from './closed.ts'
import { translatorFor } from './render.tsx'
import { contentOf, smallPage, type Words } from './small-page.ts'

function wordsFor(code: string, heading: string, t: Translator['t']): Words {
  return { heading, text: code === 'internal' ? t('error-page.text') : '', home: true }
}

/**
 * The end of a page whose beginning was sent before an error: what `errorForReader` says of it, instead of a skeleton that stays for good. Nothing
 * in it is hydrated. The last element keeps it out of search results, and hides the skeleton (client/styles/boot.css).
 */
export async function endForReader({ record, language }: Visitor): Promise<string> {
  const { t } = await translatorFor(language)
  const content = contentOf(record.settings.name, wordsFor('internal', t('error.internal'), t), t)
  return `<div id="app">${content}</div><meta name="robots" content="noindex"></body></html>`
}

/** An error in the API's format as a page with the same status, if a reader asked; any other answer as it is. */
export async function errorForReader(request: Request, answer: Response, visitor: Visitor): Promise<Response> {
  const isError = answer.status >= 400 && answer.headers.get('content-type')?.startsWith('application/json')
  if (!isError || !acceptsPages(request)) return answer
  const { code, message_key, params } = await readError(answer)
  const { t } = await translatorFor(visitor.language)
  const { html, headers } = await smallPage(visitor, wordsFor(code, t(message_key, params), t))
  const kept = [...answer.headers].filter(([name]) => name === 'allow' || name === 'retry-after')
  return new Response(request.method === 'HEAD' ? null : html, {
    status: answer.status,
    headers: { ...headers, 'cache-control': 'private, no-store', ...Object.fromEntries(kept) }
  })
}
