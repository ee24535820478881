import { COOKIES, STORED } from '../../client/pages/pages-cookies/outline.ts'
import { TESTED } from '../../client/pages/pages-transparency/tested.ts'
import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { loadAllMessages } from '../../locales/load.ts'
import { LOCALES } from '../../shared/i18n/locales.ts'
import { ROUTES } from '../../shared/routes/table.ts'
import { errorBody } from '../../shared/api/errors.ts'
import { ApiError } from '../../client/api/api-error.ts'
import { ErrorBoundary } from '../../client/feedback/error-boundary.tsx'
import { ErrorPage } from '../../client/feedback/error-page.tsx'
import { SiteProvider, type Bootstrap } from '../../client/site/site.tsx'
import { memberAnswers, part, renderPage, settingsFor, textOf, type Visit } from './render-page.tsx'
import { sentence } from '../fixtures/sentence.ts'

const TOKEN = 'k'.repeat(43)
const SELLING = { payment_provider: 'sandbox' }
const linksOf = (html: string) => [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map((found) => found[1])

describe('the index', () => {
  test('greets each niche with its own text', async () => {
    const headlines = new Set<string>()
    for (const niche of [1, 2, 3, 4, 5, 6, 7]) headlines.add(textOf(part(await renderPage('/', { tenant: { niche } }), 'h1')))
    expect(headlines.size).toBe(7)
  })

  test('sends visitors to sign up, once more at its end, and only to log in where they can’t', async () => {
    expect(linksOf(part(await renderPage('/'), 'main'))).toEqual(['/signup', '/login', '/signup'])
    const closed = part(await renderPage('/', { tenant: { signups: 'none' } }), 'main')
    expect(linksOf(closed)).toEqual(['/login'])
  })

  test.each([
    ['all', true],
    ['limited', true],
    ['none', false]
  ])('where visitors, or those of a campaign, see %s of the search, links to it: %s', async (logged_out_search, linked) => {
    const links = async (visit: Visit) => linksOf(part(await renderPage('/', visit), 'main')).includes('/members')
    expect(await links({ tenant: { logged_out_search } })).toBe(linked)
    const campaign = { logged_out_search: linked ? 'none' : 'all', logged_out_search_trafficsource: logged_out_search }
    expect(await links({ tenant: campaign, page: { trafficSource: true } })).toBe(linked)
  })

  test('greets a member by name, and doesn’t say that there is nothing new while that is unknown', async () => {
    const main = part(await renderPage('/', { member: true, answers: memberAnswers() }), 'main')
    expect(textOf(part(main, 'h1'))).toBe('Good to see you, Robin')
    expect(textOf(main)).not.toContain('quiet')
  })
})

test.each(LOCALES.filter((language) => language !== 'en'))(
  'no line in %s can end with a letter or two and a hyphen: E-Mail, e-post and IP-adresse are never broken there',
  async (language) => {
    const loose = (text: string) => text.match(/(?<!\p{L})\p{L}{1,2}-\p{L}+/gu) ?? []
    expect(loose(JSON.stringify(Object.values(await loadAllMessages(language))))).toEqual([])
    for (const path of ['/pages/privacy', '/pages/faq', '/pages/terms'])
      expect([path, ...loose(textOf(part(await renderPage(path, { language }), 'main')))]).toEqual([path])
  }
)

test.each(['/', '/signup', '/landers/gallery', '/pages/faq'])(
  '%s speaks of an invitation only where a link lets new members in [SET-5]',
  async (path) => {
    const said = async (signups: string) => textOf(part(await renderPage(path, { tenant: { signups } }), 'main'))
    const [invited, closed] = [await said('with_trafficsource'), await said('none')]
    expect(invited).toContain('by invitation')
    expect(closed).toContain('Velvet isn’t taking new members right now.')
    expect(closed).not.toMatch(/invitation/i)
  }
)

test.each([
  ['en', 'en-IE'],
  ['de', 'de-IE']
] as const)('the page about what we promise gives the day and the figures of the last test: %s', async (language, tag) => {
  const text = textOf(part(await renderPage('/transparency', { language, tenant: SELLING }), 'section', 'id="tested"'))
  const number = (value: number) => new Intl.NumberFormat(tag).format(value)
  const day = (date: string) => new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date))
  const { kills, books } = TESTED
  expect([kills.kills, kills.writes, books.operations].filter((figure) => figure > 0)).toHaveLength(3)
  for (const figure of [day(kills.date), number(kills.kills), number(kills.writes), day(books.date), number(books.operations)])
    expect(text).toContain(figure)
  if (language === 'en') expect(text).toContain('None was lost, and none was sent or charged twice.')
  if (language === 'en') expect(text).toContain('Your credits add up.')
})

// Unless it gives some to new members, for photos. The privacy page is an exception: it also covers credits that were given, and accounts from a time
// when the brand sold some.
test.each(['/', '/transparency', '/complaints', '/pages/ban', '/pages/cookies', '/pages/faq', '/pages/service', '/pages/terms'])(
  '%s of a brand that sells nothing, and gives none, speaks of no credits',
  async (path) => {
    const text = textOf(part(await renderPage(path, { tenant: { payment_provider: 'none', bundles: [], signup_credits: 0 } }), 'main'))
    expect(text).not.toMatch(/\bcredits?\b/i)
  }
)

test('the map shows the regions of the country that the visitor is in, or of the first that the brand serves', async () => {
  const mapFor = async (country: string) =>
    textOf(part(await renderPage('/landers/maplanding/summer-1', { tenant: { countries: ['GB', 'IE'] }, country }), 'main'))
  expect(await mapFor('IE')).toContain('Kerry')
  expect(await mapFor('GB')).toContain('Wales')
  expect(await mapFor('JP')).toContain('Wales')
})

describe.each([
  'alonetonight',
  'collagelanding',
  'gallery',
  'iconslanding',
  'maplanding',
  'socialnetwork',
  'transitionsvideolanding',
  'video'
])('the lander %s', (name) => {
  test('has its own texts in every language, one link besides the log-in, and shows no members', async () => {
    const words = new Set<string>()
    for (const language of LOCALES) {
      const html = await renderPage(`/landers/${name}/summer-1`, { language })
      expect(html).toContain(`data-testid="lander-${name}"`)
      const main = part(html, 'main')
      expect(linksOf(main)).toEqual(['/signup', '/login'])
      expect(textOf(main)).toContain(sentence('lander.point_free', {}, language))
      expect(html).not.toMatch(/<img|\{[a-z_]+\}/)
      words.add(textOf(part(main, 'h1')))
    }
    expect(words.size).toBe(LOCALES.length)
  })

  test('where signing up needs an invitation, leads to the log-in', async () => {
    expect(linksOf(part(await renderPage(`/landers/${name}`, { tenant: { signups: 'none' } }), 'main'))).toEqual(['/login'])
  })

  test('offers members the search instead of signing up', async () => {
    expect(linksOf(part(await renderPage(`/landers/${name}`, { member: true, answers: memberAnswers() }), 'main'))).toEqual(['/members'])
  })

  test('is the same with a slug as without', async () => {
    const without = part(await renderPage(`/landers/${name}`), 'main')
    expect(part(await renderPage(`/landers/${name}/summer-1`), 'main')).toBe(without)
  })
})

describe('languages and countries', () => {
  test('all eleven are listed once, those of the country first, the current one marked', async () => {
    const html = await renderPage('/lang-config', { country: 'CH', language: 'en' })
    const radios = [...html.matchAll(/<input type="radio"[^>]*name="language"[^>]*>/g)].map(([radio]) => radio)
    const values = radios.map((radio) => /value="([a-z]+)"/.exec(radio)?.[1])
    expect(values.slice(0, 4)).toEqual(['de', 'it', 'fr', 'en'])
    expect(values).toHaveLength(LOCALES.length)
    expect(new Set(values)).toEqual(new Set(LOCALES))
    expect(radios.filter((radio) => radio.includes('checked')).map((radio) => /value="([a-z]+)"/.exec(radio)?.[1])).toEqual(['en'])
  })

  test("offers the tenant's countries and no choice at all; the one that was chosen is selected, never the address's [SET-7]", async () => {
    const selectFor = async (visit: Visit) => part(await renderPage('/lang-config', visit), 'select')
    const chosen = await selectFor({ country: 'IE', chosenCountry: 'GB' })
    expect([...chosen.matchAll(/<option value="([A-Z]*)"/g)].map((found) => found[1])).toEqual(['', 'IE', 'GB'])
    expect(chosen).toMatch(/<option value="GB" selected/)
    expect(await selectFor({ country: 'GB' })).toMatch(/<option value="" selected/)
  })

  test('is a plain form to its own address', async () => {
    const form = /<form\b[^>]*>/.exec(await renderPage('/lang-config'))?.[0]
    expect(form).toContain('method="post"')
    expect(form).not.toContain('action=')
  })
})

describe('a one-time link', () => {
  const answers = [
    [
      { endpoint: 'getToken', query: { token: TOKEN } },
      { purpose: 'activate', state: 'open', asks_password: false }
    ]
  ] as const

  test('shows a button that posts to its own address: opening the page doesn’t use the link', async () => {
    const html = await renderPage(`/${TOKEN}`, { answers: [...answers] })
    expect(textOf(part(html, 'h1'))).toBe(sentence('token.activate_heading'))
    const form = part(html, 'form')
    expect(form).toMatch(/^<form (?!.*action=)[^>]*method="post">/)
    expect(form).toContain('type="submit"')
  })

  test('of a confirmed member says that emails are sent again, and leads to the settings instead of a welcome', async () => {
    const [[question, answer]] = answers
    const html = await renderPage(`/${TOKEN}`, { answers: [[question, { ...answer, mails_again: true }]] })
    const main = textOf(part(html, 'main'))
    expect(main).toContain(sentence('token.mails_again_text', { site: 'Velvet' }))
    expect(main).not.toContain(sentence('token.activate_text', { site: 'Velvet' }))
    const leadsTo = (page: string) => /data-done="([^"]*)"/.exec(page)![1]
    expect([leadsTo(html), leadsTo(await renderPage(`/${TOKEN}`, { answers: [...answers] }))]).toEqual(['/settings', '/activate/done'])
  })

  test('that asks for a password has two fields for it and posts them, without a script too', async () => {
    const [[question, answer]] = answers
    const html = await renderPage(`/${TOKEN}`, { answers: [[question, { ...answer, asks_password: true }]] })
    expect(textOf(part(html, 'h1'))).toBe(sentence('token.activate_heading'))
    const form = part(html, 'form')
    expect(form).toMatch(/^<form\b[^>]*method="post"/)
    expect([...form.matchAll(/ name="([^"]+)"/g)].map((found) => found[1])).toEqual(['token', 'password', 'password_repeat'])
    expect(form.match(/autocomplete="new-password"/gi)).toHaveLength(2)
  })

  test('waits until its purpose is loaded', async () => {
    const html = await renderPage(`/${TOKEN}`)
    expect(html).toContain('aria-busy="true"')
    expect(html).not.toContain('<form')
  })
})

describe('after the activation', () => {
  test('a brand that sells nothing has no card about Premium', async () => {
    const html = await renderPage('/activate/done', { member: true, answers: memberAnswers() })
    expect(textOf(part(html, 'main'))).not.toContain('Premium')
  })

  test('[SCR-19] [SCR-20] [CON-18] three cards: members, profile, premium; and each links to its page', async () => {
    const html = await renderPage('/activate/done', { member: true, answers: memberAnswers(), tenant: SELLING })
    expect([...part(html, 'main').matchAll(/<h2[^>]*>(.*?)<\/h2>/g)].map((found) => found[1])).toEqual([
      'Members',
      'Your profile',
      'Premium'
    ])
    expect(textOf(html)).toContain('Free members can start up to 2 conversations.')
    expect(linksOf(part(html, 'main'))).toEqual(expect.arrayContaining(['/members', '/complete-signup', '/premium']))
  })

  test('[ERR-13] a failed one says so: a member can request a new mail, a visitor logs in first', async () => {
    const visitor = part(await renderPage('/activate/error'), 'main')
    expect(textOf(part(visitor, 'h1'))).toBe('Activation failed')
    expect(linksOf(visitor)).toEqual(['/login?next=%2Factivate%2Ferror'])
    const main = part(await renderPage('/activate/error', { member: true, answers: memberAnswers() }), 'main')
    expect(textOf(part(main, 'button'))).toBe(sentence('activation.resend'))
  })

  test('[CON-19] claims a chance with its source, or marked as an example, and nothing without either', async () => {
    const premium = async (tenant: object) => textOf(await renderPage('/activate/done', { tenant: { ...SELLING, ...tenant } }))
    const claims = { premium_chance_percent: 46 }
    expect(await premium({ claims })).not.toContain('46')
    expect(await premium({ claims, demo: true })).toContain(
      'Premium members have a 46% higher chance of meeting someone. An example figure, not a measured one.'
    )
    expect(await premium({ claims: { ...claims, source: 'Our own count', measured_on: '2026-05-01' } })).toContain(
      '46% higher chance of meeting someone. Source: Our own count, measured on 1 May 2026.'
    )
  })
})

describe('a page that the edge can’t fill', () => {
  const VALUES: Record<string, string> = { id: 'C'.repeat(22), token: TOKEN }
  const visited = { ...settingsFor(), trafficSource: false }
  const filled = ROUTES.filter(
    ({ access, queries }) => access !== 'member' && queries(VALUES, new URLSearchParams(), 10, visited).some(({ optional }) => !optional)
  ).map(({ pattern }) => pattern.replaceAll(/\/\{\w+\?\}/g, '').replaceAll(/\{(\w+)\}/g, (_, name: string) => VALUES[name]!))

  test.each(filled)('is filled by the application, or retries by a link: %s', async (path) => {
    const main = part(await renderPage(path, { tenant: { logged_out_search: 'all' } }), 'main')
    expect(main.includes(' aria-busy="true"') || linksOf(main).includes(path)).toBe(true)
  })
})

describe('a page that is not there', () => {
  test('[ERR-15] [ERR-16] says so in these words and links to the index', async () => {
    const html = await renderPage('/nope/nope')
    expect(textOf(part(html, 'h1'))).toBe('This page could not be found')
    expect(textOf(part(part(html, 'main'), 'a'))).toBe('Back to the home page')
    expect(linksOf(part(html, 'main'))).toEqual(['/'])
  })

  test('is shown when the edge says so, whatever the path', async () => {
    expect(textOf(part(await renderPage('/login', { page: { notFound: true } }), 'h1'))).toBe('This page could not be found')
  })
})

describe('an error while a page renders', () => {
  test.each([
    [new Error('The sky fell'), 'The sky fell'],
    [new ApiError(503, errorBody('unavailable').error), sentence('error.unavailable')],
    [new Error(), 'Error'],
    ['no error at all', 'Error']
  ])('[ERR-14] shows its status message, or "Error" where it has none: %s', async (error, heading) => {
    const bootstrap: Bootstrap = {
      tenant: settingsFor(),
      messages: await loadAllMessages('en'),
      url: '/',
      member: false,
      trafficSource: false,
      now: '2026-11-20T20:00:00.000Z',
      notFound: false,
      originAway: false,
      eventNumber: null,
      notices: [],
      form: null
    }
    const boundary = new ErrorBoundary({ children: 'The page', shown: (error) => <ErrorPage error={error} /> })
    const html = () => renderToString(<SiteProvider bootstrap={bootstrap}>{boundary.render()}</SiteProvider>)
    expect(html()).toBe('The page')
    boundary.state = ErrorBoundary.getDerivedStateFromError(error)
    expect(textOf(part(html(), 'h1'))).toBe(heading)
    expect(html()).not.toContain('The page')
  })
})

describe('the page about cookies', () => {
  test.each(LOCALES)('names them all in %s, with the company, for visitors and members [RT-39]', async (language) => {
    const visitor = part(await renderPage('/pages/cookies', { language }), 'main')
    for (const name of [...Object.keys(COOKIES), ...Object.keys(STORED)]) expect(visitor).toContain(`<code>${name}</code>`)
    expect(textOf(part(visitor, 'h1'))).toContain('Velvet')
    expect(textOf(visitor)).toContain('Lantern Works')
    expect(textOf(visitor)).not.toMatch(/\{[a-z_]+\}/)
    const member = part(await renderPage('/pages/cookies', { language, member: true, answers: memberAnswers() }), 'main')
    expect(textOf(member)).toBe(textOf(visitor))
  })

  test('is linked in the footer and on the page about privacy, and speaks of paying where it sells', async () => {
    const privacy = await renderPage('/pages/privacy')
    expect(part(privacy, 'main')).toContain('href="/pages/cookies"')
    expect(part(privacy, 'footer')).toContain('href="/pages/cookies"')
    const words = async (tenant: Record<string, unknown>) => textOf(await renderPage('/pages/cookies', { tenant }))
    expect(await words(SELLING)).toContain('payment provider')
    expect(await words({})).not.toContain('payment provider')
  })
})

describe('the pages that a brand needs before it sells', () => {
  test.each(LOCALES)(
    'are complete in %s, with the days to withdraw, mail and telephone [RT-42] [RT-43] [CON-26] [SET-10] [SET-21]',
    async (language) => {
      const visit = { language, tenant: { payment_provider: 'sandbox', refund_days: 21 } }
      const policy = textOf(await renderPage('/pages/return-policy', visit))
      expect(policy).toContain('21')
      expect(policy).toContain('help@velvet.example')
      const service = await renderPage('/pages/service', visit)
      expect(service).toContain('href="mailto:help@velvet.example"')
      expect(service).toContain('href="tel:0201234567"')
      expect(textOf(part(service, 'main'))).toContain('21')
      for (const page of [policy, textOf(service)]) expect(page).not.toMatch(/\{[a-z_]+\}/)
      expect(part(service, 'footer')).toContain('href="/pages/return-policy"')
    }
  )

  test('of a brand that sells nothing speak of no purchases', async () => {
    const service = await renderPage('/pages/service')
    expect(service).not.toContain('/pages/return-policy')
    expect(service).not.toContain('id="payments"')
  })
})
