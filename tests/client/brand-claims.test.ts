import { describe, expect, test } from 'vitest'
import { OwnProfile } from '../../shared/api/profile.ts'
import { LOCALES, type Locale } from '../../shared/i18n/locales.ts'
import { ROUTES } from '../../shared/routes/table.ts'
import { listedPath } from '../../shared/tenants/seo.ts'
import { SELLING } from '../fixtures/tenants.ts'
import { memberAnswers, part, renderPage, textOf } from './render-page.tsx'

describe('the first page promises', () => {
  test('that nothing is made up where there are no fictional profiles', async () => {
    const text = textOf(await renderPage('/', { tenant: { fictional_profiles: false } }))
    expect(text).toContain('Nothing made up')
    expect(text).not.toContain('Clearly marked')
  })

  test('that fictional profiles are labelled where there are some', async () => {
    const text = textOf(await renderPage('/', { tenant: { fictional_profiles: true } }))
    expect(text).toContain('Clearly marked')
    expect(text).not.toContain('Nothing made up')
  })

  test('that nothing is made up in a country that a brand with such profiles leaves out', async () => {
    const tenant = { fictional_profiles: true, fictional_excluded_countries: ['DE'] }
    for (const [country, sentence] of [
      ['DE', 'Nothing made up'],
      ['IE', 'Clearly marked']
    ] as const)
      expect(textOf(await renderPage('/', { tenant, country }))).toContain(sentence)
  })
})

test('no page that search engines list, nor the first one of a member, says that members are found by a filter that the brand may lack', async () => {
  const listed = ROUTES.filter(({ indexing }) => indexing === 'index').map(listedPath)
  for (const path of [...listed, '/activate/done']) {
    const text = textOf(await renderPage(path, { tenant: { search_fields: ['gender', 'country'] } }))
    expect([path, text.match(/[^.]*\bby (age|region)\b[^.]*/i)?.[0] ?? null]).toEqual([path, null])
  }
})

test.each(['off', 'suggestion', 'consented'])(
  'likes are never invented, and greetings in a member’s name are explained where there are some: auto_like %s',
  async (auto_like) => {
    expect(textOf(await renderPage('/', { tenant: { auto_like } }))).toContain('We never invent likes')
    const privacy = textOf(await renderPage('/pages/privacy', { tenant: { auto_like } }))
    expect(privacy.includes('let us say hello to newcomers for you')).toBe(auto_like === 'consented')
  }
)

describe.each([
  ['/transparency', 'id="chats"'],
  ['/pages/privacy', 'id="sharing"']
] as const)('who can read conversations, according to %s', (path, id) => {
  const said = async (fictional_profiles: boolean, language: Locale) =>
    textOf(part(await renderPage(path, { tenant: { fictional_profiles }, language }), 'section', id))

  test.each(LOCALES)('in %s, is the company too where there are fictional profiles, and only there', async (language) => {
    expect(await said(true, language)).toContain('Lantern Works')
    expect(await said(false, language)).not.toContain('Lantern Works')
  })

  test('is its staff or software, as the terms and the questions and answers say', async () => {
    expect(await said(true, 'en')).toContain('our staff or software read that conversation and write the answers')
  })
})

test.each(LOCALES)(
  'where an account is said to be erased for good, the page says in %s that some of it is kept longer, and where',
  async (language) => {
    const KEPT: Record<Locale, RegExp> = {
      da: /gemmer længere/,
      de: /länger aufbewahren/,
      en: /keep longer/,
      es: /guardamos más tiempo/,
      fi: /säilytämme pidempään/,
      fr: /gardons plus longtemps/,
      it: /conserviamo più a lungo/,
      nb: /lagrer lenger/,
      nl: /langer bewaren/,
      pl: /przechowujemy dłużej/,
      sv: /sparar längre/
    }
    for (const [path, element, id] of [
      ['/transparency', 'section', 'id="stored"'],
      ['/pages/terms', 'section', 'id="leaving"'],
      ['/pages/faq', 'div', 'id="back"']
    ] as const) {
      const said = part(await renderPage(path, { language }), element, id)
      expect([path, textOf(said)]).toEqual([path, expect.stringMatching(KEPT[language])])
      expect(said).toContain('href="/pages/privacy"')
    }
    expect(textOf(part(await renderPage('/pages/privacy', { language }), 'section', 'id="kept"'))).toMatch(KEPT[language])
  }
)

test('conversations are said to be limited only where messages cost something', async () => {
  for (const path of ['/activate/done', '/premium', '/pages/faq', '/pages/terms']) {
    const said = async (message_credits: number) =>
      textOf(await renderPage(path, { tenant: { ...SELLING, message_credits }, member: true, answers: memberAnswers() }))
    expect(await said(2), path).toMatch(/start (up to )?2 conversations/)
    expect(await said(0), path).not.toMatch(/2 conversations|more conversations|can start more/)
  }
})

describe('the sign-up says about the date of birth', () => {
  test('that it is never shown where profiles have no such field', async () => {
    expect(textOf(await renderPage('/signup', { tenant: { visible_profile_fields: ['age'] } }))).toContain('never the date')
  })

  test('that it is the member’s choice where they have it', async () => {
    const text = textOf(await renderPage('/signup', { tenant: { visible_profile_fields: ['age', 'date_of_birth'] } }))
    expect(text).toContain('the date only if you want')
    expect(text).not.toContain('never the date')
  })
})

test('the consent at sign-up links to the terms and the privacy page', async () => {
  const html = await renderPage('/signup')
  for (const path of ['/pages/terms', '/pages/privacy']) expect(html).toContain(`href="${path}"`)
})

test.each(['/pages/terms', '/pages/faq', '/pages/privacy'])(
  'a proof of age by a provider is in %s where it is asked for, and only there',
  async (path) => {
    const says = async (age_assurance: string) =>
      /an independent provider checks|Age verification: only/.test(textOf(await renderPage(path, { tenant: { age_assurance } })))
    expect([await says('provider'), await says('self'), await says('none')]).toEqual([true, false, false])
  }
)

/** What others see of a member without being shown it, by the setting that turns it off, and the words of the privacy page about it. */
const SIGNS: Record<string, RegExp> = {
  shows_visits: /whose profile you opened[^.]*\. The other person sees it/,
  shows_presence: /see when you’re online or were active today/,
  shows_typing: /the other member sees when you’re typing/,
  shows_read: /sees when you’re typing and what you’ve read/
}

test('the privacy page names all that others see of what a member does here', async () => {
  const settings = Object.keys(OwnProfile.entries).filter((name) => name.startsWith('shows_'))
  expect(Object.keys(SIGNS).toSorted()).toEqual(settings.toSorted())
  const text = textOf(await renderPage('/pages/privacy'))
  expect(settings.filter((name) => !SIGNS[name]!.test(text))).toEqual([])
})

describe('what can be bought is in the documents', () => {
  const SELLS = {
    payment_provider: 'sandbox',
    bundles: [{ id: '20', credits: 20, prices: { EUR: 995, GBP: 895 } }],
    descriptor: 'LANTERN WORKS',
    creditor_id: 'NL79ZZZ999999990000'
  }
  const says = async (path: string, words: RegExp, tenant: object) => words.test(textOf(await renderPage(path, { tenant: { ...tenant } })))
  const DEBIT: [string, RegExp][] = [
    ['/pages/faq', /How does direct debit work\?/],
    ['/pages/terms', /you sign a SEPA mandate once/],
    ['/pages/privacy', /If you pay by direct debit: account holder/],
    ['/pages/privacy', /gets the account holder’s name, the IBAN and the number of your mandate/]
  ]

  test.each(DEBIT)('%s: direct debit only where someone can pay by it', async (path, words) => {
    expect(await says(path, words, SELLS)).toBe(true)
    expect(await says(path, words, { ...SELLS, creditor_id: '' })).toBe(false)
    // Direct debit needs accounts in euros.
    expect(await says(path, words, { ...SELLS, countries: ['GB'] })).toBe(false)
    expect(await says(path, words, { ...SELLS, payment_methods: { IE: ['card'], GB: ['card'] } })).toBe(false)
    expect(await says(path, words, {})).toBe(false)
  })

  test.each<[number, number, string[]]>([
    [3, 5, ['A message costs 3 credits, a gift 5 credits.']],
    [3, 0, ['A message costs 3 credits.']],
    [0, 5, ['A gift costs 5 credits.']],
    [0, 0, []]
  ])('the terms name what costs credits: a message %i, a gift %i', async (message_credits, gift_credits, prices) => {
    const text = textOf(await renderPage('/pages/terms', { tenant: { ...SELLS, message_credits, gift_credits } }))
    expect(text.match(/A (?:message|gift) costs[^.]*\./g) ?? []).toEqual(prices)
  })

  test.each<[string, string, RegExp, object]>([
    ['/pages/faq', 'conversations', /Without Premium you can start 2 conversations\./, { message_credits: 0 }],
    ['/pages/terms', 'conversations', /Without Premium you can start 2 conversations\./, { message_credits: 0 }],
    ['/pages/faq', 'photos', /unlock a single photo of another member for 3 credits/, { photo_credits: 0 }],
    ['/pages/terms', 'photos', /unlock a single photo of another member for 3 credits/, { photo_credits: 0 }],
    ['/pages/faq', 'gifts', /A gift to someone you have no conversation with yet starts one/, { message_credits: 0 }]
  ])('%s: what free members can’t do with %s, and what it costs, only where it costs something', async (path, _what, words, free) => {
    const brand = { ...SELLS, message_credits: 2, photo_credits: 3 }
    expect([await says(path, words, brand), await says(path, words, { ...brand, ...free }), await says(path, words, {})]).toEqual([
      true,
      false,
      false
    ])
  })

  test.each<[string, Record<string, unknown>, RegExp | null]>([
    ['sells and asks credits', { ...SELLS, gift_credits: 5 }, /Small drawn presents for 5 credits each,/],
    ['sells and asks none', { ...SELLS, gift_credits: 0 }, /Small drawn presents that cost nothing,/],
    ['sells nothing and asks none', { gift_credits: 0 }, /Small drawn presents that cost nothing,/],
    ['sells nothing and asks credits', { gift_credits: 5 }, null]
  ])(
    'on a brand that %s, the FAQ covers gifts if it has any, and the privacy page the data stored about them',
    async (_, tenant, words) => {
      const faq = textOf(await renderPage('/pages/faq', { tenant }))
      expect([/What are gifts\?/.test(faq), words === null || words.test(faq)]).toEqual([words !== null, true])
      expect(await says('/pages/privacy', /Gifts: what you gave and were given/, tenant)).toBe(words !== null)
    }
  )

  const UNLOCK = /[^.]*unlock a single photo of another member[^.]*\.(?: It then stays unlocked for you\.)?(?: You’re given[^.]*\.)?/g
  const STAYS = 'It then stays unlocked for you.'
  test.each<[string, Record<string, unknown>, string[]]>([
    [
      'sells and asks credits',
      { ...SELLS, photo_credits: 3 },
      [`Without Premium you can also unlock a single photo of another member for 3 credits. ${STAYS}`]
    ],
    ['sells and asks none', { ...SELLS, photo_credits: 0 }, [`You can unlock a single photo of another member for free. ${STAYS}`]],
    ['sells nothing and asks none', { photo_credits: 0 }, [`You can unlock a single photo of another member for free. ${STAYS}`]],
    [
      'sells nothing but gives some',
      { photo_credits: 3, signup_credits: 4 },
      [
        `You can unlock a single photo of another member for 3 credits. ${STAYS} You’re given 4 credits when you sign up; none are sold here.`
      ]
    ],
    ['sells nothing and gives too few', { photo_credits: 3, signup_credits: 2 }, []]
  ])('FAQ and terms say how a brand that %s lets photos be unlocked', async (_, tenant, says) => {
    for (const path of ['/pages/faq', '/pages/terms']) {
      const text = textOf(await renderPage(path, { tenant }))
      expect([path, (text.match(UNLOCK) ?? []).map((one) => one.trim())]).toEqual([path, says])
    }
  })

  test.each<[string, RegExp]>([
    ['/pages/faq', /Are there discounts\?/],
    ['/pages/terms', /Only one discount applies to an order/],
    ['/pages/privacy', /the payment company gets the amount/]
  ])('%s: discounts, and who takes the money, only where something is sold', async (path, words) => {
    expect([await says(path, words, SELLS), await says(path, words, {})]).toEqual([true, false])
  })
})
