import { readError } from '../forms/read-error.ts'
import type { Visitor } from '../visitor/visitor.ts'
import { acceptsPages } from './closed.ts'
import { translatorFor } from './render.tsx'
import { smallPage } from './small-page.ts'

/** An error in the API's format as a page with the same status, if a reader asked; any other answer as it is. */
export async function errorForReader(request: Request, answer: Response, visitor: Visitor): Promise<Response> {
  const isError = answer.status >= 400 && answer.headers.get('content-type') === 'application/json'
  if (!isError || !acceptsPages(request)) return answer
  const { code, message_key, params } = await readError(answer)
  const { t } = await translatorFor(visitor.language)
  const text = code === 'internal' ? t('error-page.text') : ''
  const { html, headers } = await smallPage(visitor, { heading: t(message_key, params), text, home: true })
  const kept = [...answer.headers].filter(([name]) => name === 'allow' || name === 'retry-after')
  return new Response(request.method === 'HEAD' ? null : html, {
    status: answer.status,
    headers: { ...headers, 'cache-control': 'private, no-store', ...Object.fromEntries(kept) }
  })
}
