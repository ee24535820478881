import { ask, isLocalUrl } from './ask.ts'
import { fail, ok, warn, type Finding, type Site } from './finding.ts'
import { count } from '../operator/print.ts'

export function canonical({ url, page, local }: Site): Finding {
  const href = tag(page.body, 'link', { rel: 'canonical' })?.['href']
  const there = URL.parse(href ?? '')
  if (!there) return fail('canonical', 'none', 'Search engines need it on public pages; is this page for members?')
  if (local || there.host === url.host) return ok('canonical', there.href)
  return fail('canonical', there.href, `It names another host than ${url.host}: make that one an alias, which redirects.`)
}

/** The alternates that this page lists for other languages and countries, as `language address`. */
const alternatesIn = (html: string) =>
  tags(html, 'link').flatMap(({ rel, hreflang: language, href }) =>
    rel === 'alternate' && language && href ? [`${language} ${href}`] : []
  )

/** Search engines only trust lists that all pages agree on. On the local machine the edge is called for the other domains by `Host` header. */
export async function hreflang({ url, page, local }: Site): Promise<Finding> {
  const mine = alternatesIn(page.body)
  if (mine.length === 0)
    return warn('hreflang', 'none', 'Fine for one language; otherwise search engines do not connect the languages and domains of a group.')
  const named = [...new Set(mine.map((line) => line.split(' ')[1]!))]
  const differing = await Promise.all(
    named.map(async (href) => {
      const there = URL.parse(href)
      const other =
        there && (await (local ? ask(new URL(there.pathname + there.search, url), { host: there.host }) : ask(there)).catch(() => null))
      const theirs = other?.status === 200 ? alternatesIn(other.body) : []
      return theirs.toSorted().join() === mine.toSorted().join() ? [] : [href]
    })
  )
  const odd = differing.flat()
  const domains = new Set(named.map((href) => URL.parse(href)?.host)).size
  if (odd.length > 0)
    return fail(
      'hreflang',
      `${odd.join(', ')} names other pages than this one`,
      'Give the tenants the same "group", and publish each of them.'
    )
  if (!mine.some((line) => line.startsWith('x-default ')))
    return warn('hreflang', 'no x-default', 'Is an older edge running there? Readers of other languages are sent anywhere.')
  return ok('hreflang', `${count(named.length, 'page')} on ${count(domains, 'domain')}, all name each other`)
}

export async function manifest({ url, page }: Site): Promise<Finding> {
  const href = tag(page.body, 'link', { rel: 'manifest' })?.['href']
  if (!href) return warn('manifest', 'none', 'Without it the site cannot be installed on a phone.')
  const answer = await ask(new URL(href, url)).catch(() => null)
  try {
    const { name, icons = [] } = JSON.parse(answer?.status === 200 ? answer.body : '') as { name?: string; icons?: { src: string }[] }
    const states = await Promise.all(
      icons.map(({ src }) =>
        ask(new URL(src, url)).then(
          ({ status }) => status,
          () => 0
        )
      )
    )
    if (icons.length === 0 || states.some((status) => status !== 200))
      return fail('manifest', 'an icon is missing', 'Every icon must answer 200.')
    return ok('manifest', `${name ?? ''}, ${count(icons.length, 'icon')}`)
  } catch {
    return fail('manifest', `${href} answers ${answer?.status ?? 'nothing'}, or no JSON`, 'Is an older edge running there?')
  }
}

export async function image({ url, page }: Site): Promise<Finding> {
  const content = tag(page.body, 'meta', { property: 'og:image' })?.['content']
  if (!content) return warn('og:image', 'none', 'Links to the site are shared without a picture.')
  const there = new URL(content, url)
  const answer = await ask(isLocalUrl(url) ? new URL(there.pathname + there.search, url) : there).catch(() => null)
  return answer?.status === 200
    ? ok('og:image', content)
    : fail('og:image', `${content} answers ${answer?.status ?? 'nothing'}`, 'It must answer 200.')
}

/** The attributes of the first tag of that name that has all of `attributes`. */
function tag(html: string, name: string, attributes: Record<string, string>): Record<string, string> | null {
  return tags(html, name).find((one) => Object.entries(attributes).every(([key, value]) => one[key] === value)) ?? null
}

function tags(html: string, name: string): Record<string, string>[] {
  return Array.from(html.matchAll(new RegExp(`<${name}\\s([^>]*)>`, 'g')), ([, text = '']) =>
    Object.fromEntries(
      Array.from(text.matchAll(/([\w-]+)="([^"]*)"/g), ([, key = '', value = '']) => [key, value.replaceAll('&amp;', '&')])
    )
  )
}
