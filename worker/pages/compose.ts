import type { PageState } from '../../client/app/read-page.ts'
import type { RefusedForm } from '../../client/site/site.tsx'
import type { RouteMatch } from '../../shared/routes/match.ts'
import type { EdgeDeps } from '../deps.ts'
import type { Visitor } from '../visitor/visitor.ts'
import type { Answers } from './answers.ts'
import { brandOf } from './brand.ts'
import { descriptionOf } from './description.ts'
import { documentHead, documentTail } from './document.ts'
import type { Header } from './page-cache.ts'
import { NOT_FOUND, type PageKey } from './page-key.ts'
import type { Preview } from './preview.ts'
import { renderContent, translatorFor } from './render.tsx'
import { settingsFor } from './settings-for.ts'

const encoder = new TextEncoder()

export const encode = (text: string, deps: EdgeDeps) => deps.encode?.(text) ?? encoder.encode(text)

/** Everything that a document is rendered from. */
interface WholePage {
  key: PageKey
  address: string
  match: RouteMatch | null
  visitor: Visitor
  deps: EdgeDeps
  answers: Answers
  form: RefusedForm | null
  /** The page's current time; for a cached page only the day. */
  now: string
}

/** The document in two parts, so that the first can be sent before the queries are answered. */
export async function pageParts(
  { key, address, match, visitor, deps, now }: Omit<WholePage, 'answers' | 'form'>,
  preview: Preview | null = null
) {
  const tenant = settingsFor(visitor.record, key)
  const [brand, translator] = await Promise.all([brandOf(visitor.record, visitor.https), translatorFor(key.language)])
  const route = match?.route ?? null
  const member = visitor.session !== null
  const head = documentHead({
    key,
    route,
    tenant,
    group: visitor.group,
    translator,
    description: await descriptionOf(route, tenant, translator),
    brand,
    assets: deps.assets,
    member,
    preview
  })
  const rest = async (answers: Answers, form: RefusedForm | null): Promise<string> => {
    const notFound = !match || answers.notFound
    const state: PageState = {
      member: member && !answers.sessionOver,
      trafficSource: visitor.trafficSource,
      now,
      notFound,
      originAway: answers.originAway,
      eventNumber: answers.eventNumber,
      // Cached pages are for visitors: nothing about a single browser gets in.
      notices: member ? visitor.notices : [],
      form
    }
    const route = notFound ? NOT_FOUND : key.route
    const answered = answers.sessionOver ? [] : answers.answered
    const content = await renderContent({ route, url: address, tenant, page: state, answers: answered })
    return `<div id="app">${content}</div>` + documentTail({ tenant, page: state, answers: answered, assets: deps.assets, member })
  }
  return { head, rest }
}

/** The document in one part. */
export async function wholePage({ answers, form, ...page }: WholePage): Promise<string> {
  const { head, rest } = await pageParts(page)
  return head + (await rest(answers, form))
}

export function withCookies(plain: Header[] | Record<string, string>, cookies: readonly string[]): Headers {
  const headers = new Headers(plain)
  for (const value of cookies) headers.append('set-cookie', value)
  return headers
}
