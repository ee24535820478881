import { describe, expect, test } from 'vitest'
import type { MemberCard } from '../../shared/api/members.ts'
import type { FoundCard } from '../../shared/api/search.ts'
import { LOCALES } from '../../shared/i18n/locales.ts'
import { GENDERS } from '../../shared/rules/genders.ts'
import { routeQueries } from '../../shared/routes/queries.ts'
import { searchPages, searchQuery } from '../../shared/routes/search-query.ts'
import type { Answered } from '../../client/api/query-client.ts'
import { accumulate, type SearchPage } from '../../client/pages/members/accumulate.ts'
import { readFilters, searchOf } from '../../client/pages/members/read-filters.ts'
import { searchHref } from '../../client/pages/members/search-link.ts'
import { card } from './chat-fixtures.ts'
import { memberAnswers, part, renderPage, textOf, type Visit } from './render-page.tsx'
import { sentence } from '../fixtures/sentence.ts'

const SITE = { min_age: 21, countries: ['NL', 'BE'], search_fields: [] }
const names = (members: readonly MemberCard[]) => members.map((member) => member.name)

function page(members: FoundCard[], more: Partial<SearchPage> = {}): SearchPage {
  return { members, total: members.length, total_exact: true, page: 1, pages: 1, next: null, similar: [], access: 'all', ...more }
}

const found = (query: string, answers: SearchPage[]): Answered[] =>
  answers.map((answer, index) => [{ endpoint: 'searchMembers', query: searchQuery(new URLSearchParams(query), index + 1) }, answer])

const search = async (query: string, answers: SearchPage[], visit: Visit = {}) =>
  part(
    await renderPage(`/members${query && `?${query}`}`, {
      member: true,
      ...visit,
      answers: [...memberAnswers(), ...found(query, answers)]
    }),
    'main'
  )

test('a card has the interest in common, which is said as such to those who only hear it', async () => {
  const html = await search('', [page([{ ...card('ann'), shared_interest: 'tea' }, card('bea')])])
  expect(
    html
      .match(/<article[^]*?<\/article>/g)
      ?.map((one) => textOf(one).includes(`${sentence('members.in_common')} ${sentence('interest.tea')}`))
  ).toEqual([true, false])
})

test('a card says who is a match and who is new, a match first', async () => {
  const html = await search('', [page([{ ...card('ann'), newcomer: true }, { ...card('bea'), match: true, newcomer: true }, card('cleo')])])
  const tags = html
    .match(/<article[^]*?<\/article>/g)!
    .map((one) => ['match', 'newcomer'].filter((key) => textOf(one).includes(sentence(`members.${key}`))))
  expect(tags).toEqual([['newcomer'], ['match'], []])
})

describe('pages of results', () => {
  test('are shown one after another; a member who moved to a later page is listed once [API-26]', () => {
    const { members } = accumulate([page([card('ann'), card('bea')]), page([card('bea'), card('cleo')], { page: 2 })])
    expect(names(members)).toEqual(['ann', 'bea', 'cleo'])
  })

  test('that are still loading leave no hole', () => {
    expect(names(accumulate([page([card('ann')]), undefined, page([card('cleo')])]).members)).toEqual(['ann', 'cleo'])
  })

  test('outside the filters are never the ones found inside', () => {
    const first = page([card('ann')], { similar: [card('bea'), card('cleo')] })
    expect(names(accumulate([first, page([card('bea')])]).similar)).toEqual(['cleo'])
  })

  test('are counted by the address: nonsense counts as one page, and there is a maximum', () => {
    expect(['', '3', '0', '-2', 'x', '2.5', '999'].map((page) => searchPages(new URLSearchParams({ page })))).toEqual([
      1, 3, 1, 1, 1, 1, 50
    ])
  })

  test('come with the document up to the query limit of a page', () => {
    const asked = (page: string, member: boolean) =>
      routeQueries('members', {}, new URLSearchParams({ page }), { member, tenant: SITE }).flatMap(({ endpoint, query }) =>
        endpoint === 'searchMembers' ? [query.page] : []
      )
    expect(asked('1', true)).toEqual(['1'])
    expect(asked('9', true)).toEqual(['1', '2', '3', '4'])
    expect(['4', '5', '7', '50'].map((page) => asked(page, false))).toEqual([['1', '2', '3', '4'], ['5'], ['5', '6', '7'], ['49', '50']])
  })
})

test.each([true, false])(
  'where more are found than one address can hold, the list says so and leads to the filters (member: %s)',
  async (member) => {
    const ends = async (pages: number) => {
      const answers = Array.from({ length: 50 }, (_, index) => page([card(`p${index}`)], { page: index + 1, pages, total: pages * 20 }))
      const html = await search('page=50', answers, { member, tenant: { logged_out_search: 'all' } })
      return [textOf(html).includes(sentence('members.most', { count: 1000 })), html.includes('href="#filters"'), html.includes('page=51')]
    }
    expect(await ends(51)).toEqual([true, true, false])
    expect(await ends(50)).toEqual([false, false, false])
    const html = await search('', [page([card('Ann')], { pages: 51 })], { member, tenant: { logged_out_search: 'all' } })
    expect(html).toContain('<details id="filters"')
    expect(html).not.toContain('href="#filters"')
  }
)

describe('filters', () => {
  test('are read from the address as the form shows them [ENT-17]', () => {
    const filters = readFilters(new URLSearchParams('gender=woman&country=NL&countryregion=NL-UT&min_age=30&max_age=40'), SITE)
    expect(filters).toEqual({
      genders: ['woman'],
      lookingFor: null,
      country: 'NL',
      countryregion: 'NL-UT',
      minAge: 30,
      maxAge: 40,
      age: true,
      hidesFictional: false,
      any: true
    })
  })

  test('that the form cannot show count as not set; ages stay inside the site’s and in order', () => {
    expect(readFilters(new URLSearchParams('gender=x&country=XX&min_age=&max_age=abc'), SITE)).toMatchObject({
      genders: [],
      country: null,
      minAge: 21,
      maxAge: 99
    })
    expect(readFilters(new URLSearchParams('min_age=60&max_age=3'), SITE)).toMatchObject({ minAge: 21, maxAge: 60 })
    expect(readFilters(new URLSearchParams(), SITE)).toMatchObject({ age: false, any: false })
  })

  test('put only what narrows the search into the address', () => {
    const form = new FormData()
    for (const [name, value] of Object.entries({ gender: '', country: 'NL', min_age: '21', max_age: '40', other: 'x' }))
      form.set(name, value)
    expect(searchOf(form, SITE)).toEqual({ country: 'NL', max_age: '40' })
    for (const gender of ['man', 'couple']) form.append('gender', gender)
    expect(searchOf(form, SITE)).toEqual({ gender: 'man,couple', country: 'NL', max_age: '40' })
    expect(searchOf(new FormData(), SITE)).toEqual({ anyone: '1' })
  })

  test('of several genders are the same in one value and in several, as a plain form sends them', () => {
    for (const query of ['gender=man,couple', 'gender=man&gender=couple', 'gender=&gender=man,man&gender=couple']) {
      expect(readFilters(new URLSearchParams(query), SITE).genders).toEqual(['man', 'couple'])
      expect(searchQuery(new URLSearchParams(query))).toEqual({ gender: 'man,couple', page: '1' })
    }
  })

  test('stay in the link to more', () => {
    expect(searchHref(new URLSearchParams('gender=man&page=2&junk=1'), 3)).toBe('/members?gender=man&page=3')
    expect(searchHref(new URLSearchParams('gender=man&page=2'))).toBe('/members?gender=man')
    expect(searchHref(new URLSearchParams('anyone=1'), 2)).toBe('/members?anyone=1&page=2')
  })

  test.each(LOCALES)('say on the button how many of what the list then counts, in %s [O-46]', (language) => {
    const button = (key: string, count: number) => sentence(`members.show_${key}`, { count }, language).toLowerCase()
    const list = (key: string, count: number) => sentence(`members.${key}`, { count }, language).toLowerCase()
    for (const count of [1, 3, 31]) expect(button('count', count)).toContain(list('total', count))
    expect(button('many', 10_000)).toContain(list('total_more', 10_000))
  })

  test('offer a member those who look for the gender that they have now, whatever an older address says', async () => {
    const offered = async (query: string) => {
      const form = part(await search(query, [page([])], { tenant: { search_fields: ['gender'] } }), 'form')
      const [box] = /<input[^>]* name="looking_for"[^>]*>/.exec(form)!
      return [/value="(\w+)"/.exec(box)![1], box.includes('checked')]
    }
    const own = await offered('anyone=1')
    expect(own[1]).toBe(false)
    for (const gender of GENDERS) expect(await offered(`looking_for=${gender}`)).toEqual([own[0], gender === own[0]])
  })

  test('are a plain form with the fields the operator chose, for visitors and members [SET-20]', async () => {
    for (const member of [false, true]) {
      const form = async (tenant = {}) =>
        part(await search('gender=man', [page([])], { member, tenant: { logged_out_search: 'all', ...tenant } }), 'form')
      const chosen = await form({ search_fields: ['gender', 'age'] })
      expect(chosen).toMatch(/<form[^>]* action="\/members"/)
      expect(chosen).toMatch(/<form[^>]* method="get"/)
      const names = [...chosen.matchAll(/<(?:select|input)[^>]* name="([a-z_]+)"/g)].map((match) => match[1])
      expect([...new Set(names)].filter((name) => name !== 'looking_for')).toEqual(['gender', 'min_age', 'max_age'])
      expect(chosen).toMatch(member ? /<input(?=[^>]* value="man")[^>]* checked=""/ : /<option value="man" selected=""/)
      expect(await form()).toContain('name="countryregion"')
    }
  })
})

describe('the search page', () => {
  test('shows the members found, how many, and a link to more [ENT-18]', async () => {
    const html = await search('', [
      page([card('Ann', { region: null, liked: true }), card('Bea', { online: 'now' })], { total: 1234, pages: 62 })
    ])
    const text = textOf(html)
    expect(text).toContain('1,234 profiles')
    expect(text).toMatch(/Ann , 34 Netherlands/)
    expect(text).toMatch(/Bea , 34 Online now/)
    expect(html).toMatch(/aria-pressed="true"[^>]*title="Like Ann"/)
    expect(html).toContain('href="/members?page=2#page-2"')
  })

  test('does not pretend to have counted beyond 10,000', async () => {
    expect(textOf(await search('', [page([card('Ann')], { total: 48_211, total_exact: false })]))).toContain('More than 10,000 profiles')
  })

  test.each([
    ['es', 'ES', 'Más de 10.000 perfiles'],
    ['es', 'MX', 'Más de 10,000 perfiles'],
    ['de', 'DE', 'Mehr als 10.000 Profile'],
    ['de', 'AT', 'Mehr als 10 000 Profile'],
    ['de', 'CH', `Mehr als ${new Intl.NumberFormat('de-CH').format(10_000)} Profile`]
  ] as const)('writes numbers as in the country: %s in %s', async (language, country, words) => {
    const many = page([card('Ann')], { total: 48_211, total_exact: false })
    expect(textOf(await search('', [many], { language, country }))).toContain(words)
  })

  test('shows the pages that the address names', async () => {
    const html = await search('page=2', [
      page([card('Ann')], { total: 41, pages: 3 }),
      page([card('Bea')], { total: 41, pages: 3, page: 2 })
    ])
    expect(textOf(html)).toMatch(/Ann .* Bea/)
    expect(html).toContain('href="/members?page=3#page-3"')
  })

  test('shows members outside the filters separately [ENT-19]', async () => {
    const similar = part(await search('gender=woman', [page([card('Ann')], { similar: [card('Bea')] })]), 'section')
    expect(textOf(similar)).toMatch(/^Just outside your filters .* Bea/)
    expect(similar).not.toContain('Ann')
  })

  test('takes the pictures of its list from the host that the operator configured, or from its own [SET-3]', async () => {
    const image = {
      filename: '/media/p/full.webp',
      thumb_filename: '/media/p/thumb.webp',
      match: '/media/p/match.webp',
      status: 'active' as const
    }
    const found = [page([card('Ann', { main_image: image })])]
    expect(await search('', found, { tenant: { cdn_prefix: 'https://pictures.example' } })).toContain(
      'src="https://pictures.example/media/p/thumb.webp"'
    )
    expect(await search('', found)).toContain('src="/media/p/thumb.webp"')
  })

  test('says that no one fits, but never while the answer is missing', async () => {
    expect(textOf(await search('gender=other', [page([])]))).toContain(sentence('members.none_title'))
    const waiting = await search('gender=other', [])
    expect(textOf(waiting)).not.toContain(sentence('members.none_title'))
    expect(waiting).toContain('aria-busy="true"')
  })

  test('labels a profile made by the company, says what the sign means, and never shows it as online [SET-12]', async () => {
    const tenant = { fictional_singular: { en: 'Made up' }, fictional_plural: { en: 'Profiles we made' }, fictional_icon: 'star' }
    const found = await search('', [page([card('Ann', { fictional: true, online: 'now' })])], { tenant })
    const text = textOf(found)
    expect(text).toContain('Made up')
    expect(text).toContain('This sign means: Profiles we made')
    expect(text).not.toContain('Online now')
    const withMask = await search('', [page([card('Ann', { fictional: true })])], { tenant: { ...tenant, fictional_icon: 'mask' } })
    const sign = (html: string) => /<svg(?:(?!<svg).)*?<\/svg>This sign/s.exec(html)![0]
    expect(sign(withMask)).not.toBe(sign(found))
    expect(textOf(await search('', [page([card('Ann')])], { tenant }))).not.toContain('Profiles we made')
  })
})

describe('a visitor', () => {
  const visitor = (answers: SearchPage[], tenant: Record<string, unknown>) => search('', answers, { member: false, tenant })

  test('of a limited search sees locked pictures, one page and a link to sign up [ROLE-1]', async () => {
    const image = { filename: '/m', thumb_filename: '/m', match: '/m', status: 'active' as const }
    const found = (members: ReturnType<typeof card>[], total: number) =>
      visitor([page(members, { total, pages: 1, access: 'limited' })], { logged_out_search: 'limited' })
    const ann = card('Ann', { main_image: image })
    const html = await found([ann], 60)
    expect(html).toContain(`aria-label="${sentence('member.locked_picture')}"`)
    expect(textOf(html)).toContain('There’s more to see')
    expect(html).not.toContain('page=2')
    expect(html).toContain('href="/signup"')
    // Without a photo there is nothing to unlock.
    expect(await found([card('Bea')], 60)).not.toContain(sentence('member.locked_picture'))
    // Clear pictures and whole profiles are more, too.
    expect(textOf(await found([ann], 1))).toContain('There’s more to see')
    expect(textOf(await found([], 0))).not.toContain('There’s more to see')
  })

  test('of a limited search is shown age bands, and chooses among their ends only [O-14]', async () => {
    const ages = async (logged_out_search: string) => {
      const html = await search('min_age=33&max_age=41', [page([card('Ann', { age: '30–34' })])], {
        member: false,
        tenant: { logged_out_search, min_age: 21 }
      })
      const options = [...html.matchAll(/<select[^>]*name="(?:min|max)_age"[^]*?<\/select>/g)].map(([select]) =>
        [...select.matchAll(/<option[^>]*value="(\d+)"( selected="")?/g)].map(([, years, selected]) => (selected ? `${years}!` : years))
      )
      return { options, card: textOf(part(html, 'article')), line: /\d\d–\d\d(?=<)/.exec(html)?.[0] }
    }
    const limited = await ages('limited')
    expect(limited.card).toContain(', 30–34 ')
    expect(limited.line).toBe('30–44')
    expect(limited.options.map((end) => end.slice(0, 5).join())).toEqual(['21,25,30!,35,40', '24,29,34,39,44!'])
    expect(limited.options.map((end) => end.at(-1))).toEqual(['95', '99'])
    const all = await ages('all')
    expect(all.line).toBe('33–41')
    expect(all.options.map((end) => [end[0], end.at(-1), end.find((years) => years?.endsWith('!'))])).toEqual([
      ['21', '99', '33!'],
      ['21', '99', '41!']
    ])
  })

  test('hides fictional profiles where there are some, in every search that the form or its link leads to [O-46]', async () => {
    const form = async (query: string, fictional_profiles: boolean) => {
      const html = await search(query, [page([card('Ann')])], { member: false, tenant: { logged_out_search: 'all', fictional_profiles } })
      const box = /<input[^>]*name="fictional"[^>]*>/.exec(part(html, 'form'))?.[0]
      const cleared = html.match(/href="([^"]*)"[^>]*>(?:<[^>]*>)*Clear filters/)?.[1]
      return { box: box && box.includes('value="hide"'), checked: box?.includes('checked'), cleared }
    }
    expect(await form('', true)).toEqual({ box: true, checked: false, cleared: undefined })
    expect(await form('gender=man&fictional=hide', true)).toEqual({ box: true, checked: true, cleared: '/members?fictional=hide' })
    expect(await form('fictional=hide', true)).toEqual({ box: true, checked: true, cleared: undefined })
    expect((await form('', false)).box).toBeUndefined()
  })

  test('where the search is for members gets an invitation and no one’s picture [ROLE-1] [SET-6]', async () => {
    const html = await visitor([], { logged_out_search: 'none', signups: 'all' })
    expect(textOf(part(html, 'h1'))).toBe(sentence('members.only_title', { site: 'Velvet' }))
    expect(html).not.toContain('<article')
    expect(textOf(await visitor([], { logged_out_search: 'none', signups: 'none' }))).not.toContain('Sign up')
  })

  test('gets a link to sign up instead of a like button, which remembers the member', async () => {
    const html = await visitor([page([card('Ann')])], { logged_out_search: 'all' })
    expect(html).toMatch(/<a href="\/members\/[\w-]{22}\/signup"[^>]*title="Like Ann"/)
  })
})

test('a selected region stays in the form while its list is loading, and is cleared with another country', async () => {
  const region = async (query: string) =>
    part(await search(query, [page([])], { tenant: { countries: ['IE', 'GB'] } }), 'form').match(/<input type="hidden"[^>]*>/)?.[0] ?? null
  expect(await region('country=IE&countryregion=IE-D')).toBe('<input type="hidden" name="countryregion" value="IE-D"/>')
  expect(await region('country=GB&countryregion=IE-D')).toBeNull()
  expect(await region('country=IE')).toBeNull()
})
