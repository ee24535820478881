import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessionToken } from '../../../shared/auth/session-token.ts'
import { LOCALES } from '../../../shared/i18n/locales.ts'
import { KEPT_DAYS } from '../../../shared/rules/retention.ts'
import type { EdgeUnderTest, StartEdge } from '../../fixtures/edge.ts'
import { EDGE_SECRET } from '../../fixtures/fake-origin.ts'
import { aCompany, aTenant } from '../../fixtures/tenants.ts'

const OLD = aTenant({
  refund_days: 21,
  support_phone: '020-123 45 67',
  chat_history_months: 6,
  min_age: 21,
  visible_profile_fields: ['age', 'gender']
})
const NEW = aTenant({
  id: 'ardent',
  payment_provider: 'none',
  name: 'Ardent',
  domain_language: 'en',
  countries: ['IE', 'GB'],
  niche: 1,
  pool: 'meadow',
  signups: 'none',
  signup_credits: 0,
  message_credits: 7,
  fictional_profiles: true,
  member_resell: true,
  visible_profile_fields: ['age', 'date_of_birth'],
  company_id: 'quay'
})
const TENANTS = [
  { ...OLD, company: aCompany({ added: '2020-01-01' }) },
  {
    ...NEW,
    company: aCompany({
      id: 'quay',
      name: 'Quay Ltd',
      address: '4 Long Walk',
      city: 'Galway',
      country: 'IE',
      kvk: '000471',
      tradenames: ['Ardent', 'Lull'],
      vat_numbers: ['IE0000471T', 'GB000047100'],
      added: '2025-05-01'
    })
  }
]
const PAGES = ['/pages/terms', '/pages/faq', '/pages/privacy'] as const

/** The part of a page inside `<main>`, and its text. */
const mainOf = (html: string) => /<main[^>]*>(.*)<\/main>/s.exec(html)![1]!
const textOf = (html: string) => html.replace(/<[^>]*>/g, '\n').replaceAll('&#x27;', "'")

export function documentTests(start: StartEdge): void {
  describe('terms, questions and answers', () => {
    let edge: EdgeUnderTest
    beforeAll(async () => {
      edge = await start({ tenants: TENANTS })
    })
    afterAll(() => edge.stop())

    const main = async (url: string) => mainOf(await (await edge.fetch(url)).text())

    test('the terms name the company with address, registrations and contact [RT-44] [SET-23]', async () => {
      const dutch = textOf(await main('http://velvet.example/pages/terms'))
      for (const part of ['Voorwaarden van Velvet', 'Brandhouse B.V.', 'Kade 1', 'Rotterdam, Nederland', '12345678', 'NL123456789B01'])
        expect(dutch).toContain(part)
      expect(dutch).not.toContain('Quay')
      const english = textOf(await main('http://ardent.example/pages/terms'))
      for (const part of ['Terms of Ardent', 'Quay Ltd', '4 Long Walk', 'Galway, Ireland', '000471', 'IE0000471T', 'GB000047100', 'Lull'])
        expect(english).toContain(part)
      expect(english).not.toContain('Brandhouse')
      expect(await main('http://ardent.example/pages/terms')).toContain('href="mailto:help@ardent.example"')
    })

    test('a company of the first day or before has the terms of that day [CON-24] [CON-25]', async () => {
      const html = await main('http://velvet.example/pages/terms')
      expect(html).toMatch(/<time dateTime="2023-12-01">1 december 2023<\/time>/i)
    })

    test.each([
      ['en', '1 May 2025|May 1, 2025'],
      ['de', '1. Mai 2025'],
      ['fi', '1. toukokuuta 2025'],
      ['pl', '1 maja 2025']
    ])('a later company has the terms of its day, as one writes it in %s [CON-25]', async (language, day) => {
      const html = await main(`http://ardent.example/pages/terms?lang=${language}`)
      expect(html).toMatch(new RegExp(`<time dateTime="2025-05-01">(${day})</time>`, 'i'))
    })

    test.each(PAGES)('%s dials the support phone without dashes and spaces; nothing if there is none [CON-26]', async (path) => {
      expect(await main(`http://velvet.example${path}`)).toMatch(/<a [^>]*href="tel:0201234567">020-123 45 67<\/a>/)
      expect(await main(`http://ardent.example${path}`)).not.toContain('tel:')
    })

    test('months and age are this brand’s', async () => {
      const dutch = textOf(await main('http://velvet.example/pages/terms?lang=en'))
      expect(dutch).toContain('deleted after 6 months')
      expect(dutch).toContain('You must be 21 or older')
      const questions = textOf(await main('http://velvet.example/pages/faq?lang=en'))
      expect(questions).toContain('aged 21 or older')
      const closed = textOf(await main('http://ardent.example/pages/faq'))
      expect(closed).toContain('Ardent isn’t taking new members right now.')
    })

    test('the questions and the terms say what messages and gifts cost on this brand, and what is free', async () => {
      const questions = textOf(await main('http://velvet.example/pages/faq?lang=en'))
      expect(questions).toContain('You can start 2 conversations for free')
      expect(questions).toContain('Every other message costs 2 credits.')
      expect(questions).toContain('presents for 5 credits each')
      expect(textOf(await main('http://velvet.example/pages/terms?lang=en'))).toContain('A message costs 2 credits, a gift 5 credits.')
    })

    test.each(['/pages/terms', '/pages/faq'])('%s says whether there are fictional profiles', async (path) => {
      const none = textOf(await main(`http://velvet.example${path}?lang=en`))
      expect(none).toContain('There are no fictional profiles')
      expect(none).not.toMatch(/some .*are fictional/i)
      const some = textOf(await main(`http://ardent.example${path}`))
      expect(some).toMatch(/some .*are fictional: we made them/i)
      expect(some).toContain('never like or write first')
      expect(some).not.toContain('There are no fictional profiles')
    })

    test('the privacy page names who is responsible, what is kept for how long, and the authority of the company [RT-41]', async () => {
      const english = textOf(await main('http://velvet.example/pages/privacy?lang=en'))
      for (const part of [
        'Brandhouse B.V. runs Velvet and is responsible for your data',
        'NL123456789B01',
        `you have ${KEPT_DAYS.reactivation} days to reactivate it`,
        'Messages: 6 months if you and the other member both signed up on Velvet.',
        `for ${KEPT_DAYS.session} days after your last visit`,
        `Emails: ${KEPT_DAYS.mail} days`,
        `at most ${KEPT_DAYS.link + KEPT_DAYS.ended_link} days`,
        `Complaints: ${KEPT_DAYS.complaint} days`,
        `Which link brought you here: ${KEPT_DAYS.campaign} days`,
        'The authority for Brandhouse B.V. is Autoriteit Persoonsgegevens.'
      ])
        expect(english).toContain(part)
      expect(await main('http://velvet.example/pages/privacy')).toContain('href="https://www.autoriteitpersoonsgegevens.nl"')
      expect(textOf(await main('http://ardent.example/pages/privacy'))).toContain('Data Protection Commission')
    })

    test.each(LOCALES)('credits and Premium are spoken of where they are sold, and only there: %s', async (locale) => {
      const words = /credit|crédit|crédito|kredi|kredyt|premium/i
      for (const path of ['/pages/terms', '/pages/faq']) {
        expect(textOf(await main(`http://velvet.example${path}?lang=${locale}`))).toMatch(words)
        expect(textOf(await main(`http://ardent.example${path}?lang=${locale}`))).not.toMatch(words)
      }
    })

    test.each(['/pages/privacy', '/pages/faq'])(
      '%s: whether the date of birth is shown depends on the fields of the brand',
      async (path) => {
        expect(textOf(await main(`http://velvet.example${path}?lang=en`))).toContain('your date of birth are never shown')
        const shown = textOf(await main(`http://ardent.example${path}`))
        expect(shown).toContain('Your date of birth is on your profile only if you choose to show it there')
        expect(shown).not.toContain('date of birth are never shown')
      }
    )

    test('sharing members and further sites are mentioned where they happen, and only there [SET-22]', async () => {
      const shared = textOf(await main('http://ardent.example/pages/terms'))
      expect(shared).toContain('Ardent shares its members with other dating sites')
      expect(shared).toContain('your profile is also shown on further sites')
      const alone = textOf(await main('http://velvet.example/pages/terms?lang=en'))
      expect(alone).not.toContain('other dating sites')
      expect(alone).not.toContain('further sites')
      expect(textOf(await main('http://ardent.example/pages/privacy'))).toMatch(
        /shares its members with other dating sites[^]*shown on other sites/
      )
      expect(textOf(await main('http://velvet.example/pages/privacy?lang=en'))).not.toMatch(/other dating sites|shown on other sites/)
    })

    test.each(LOCALES.flatMap((locale) => PAGES.map((path) => [path, locale] as const)))(
      '%s in %s is whole: no key, no placeholder, each line of the contents leads to its section [RT-40] [RT-41] [RT-44]',
      async (path, locale) => {
        for (const host of ['velvet', 'ardent']) {
          const response = await edge.fetch(`http://${host}.example${path}?lang=${locale}`)
          expect(response.status).toBe(200)
          const html = await response.text()
          expect(html).toContain(`<html lang="${locale}"`)
          const body = mainOf(html)
          // “B.V.” already ends in a full stop: no sentence may end with the company.
          expect(textOf(body)).not.toMatch(/[{}]|\b[a-z]+\.(title|q|a)\b|\.\./)
          expect(body.match(/<h1/g)).toHaveLength(1)
          const places = [...body.matchAll(/<a href="#([a-z]+)"/g)].map((found) => found[1]!)
          expect(places.length).toBeGreaterThanOrEqual(6)
          // In the whole document: the frame has ids of its own, such as the target of the skip link.
          const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map((found) => found[1]!)
          expect(new Set(ids).size).toBe(ids.length)
          for (const place of places) expect(body).toContain(`<section id="${place}"`)
        }
      }
    )

    test.each(PAGES)('%s loads no script but the visitor’s, is cached, and is listed for search engines', async (path) => {
      const response = await edge.fetch(`http://velvet.example${path}`)
      const html = await response.text()
      const scripts = [...html.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag).filter((tag) => !/application\/(?:ld\+)?json/.test(tag))
      expect(scripts).toHaveLength(2)
      expect(scripts[0]).toMatch(/async src="[^"]*early[^"]*\.js"/)
      expect(scripts[1]).toMatch(/visitor[^"]*\.js"/)
      expect(html.match(/rel="modulepreload"/g)).toHaveLength(1)
      expect(html).toContain('data-hydrate="none"')
      expect(html).not.toMatch(/<[^>]+\sstyle=/)
      expect(html).not.toContain('content="noindex"')
      expect(html).toContain(`<link rel="canonical" href="https://velvet.example${path}">`)
      expect(response.headers.get('etag')).toMatch(/^W\//)
      const again = await edge.fetch(`http://velvet.example${path}`, { headers: { 'if-none-match': response.headers.get('etag')! } })
      expect(again.status).toBe(304)
      const sitemap = await (await edge.fetch('http://velvet.example/sitemap.xml')).text()
      expect(sitemap).toContain(`<loc>https://velvet.example${path}</loc>`)
    })

    test.each(PAGES)('%s is linked in the footer of every page [SCR-10]', async (path) => {
      const html = await (await edge.fetch('http://velvet.example/login')).text()
      expect(/<footer.*<\/footer>/s.exec(html)![0]).toContain(`href="${path}"`)
    })

    test.each(PAGES)('a member reads %s too', async (path) => {
      const expiry = Math.floor(Date.now() / 1000) + 3600
      const cookie = `__Host-auth=${await sessionToken(EDGE_SECRET, 'velvet', 'c'.repeat(43), expiry)}`
      const response = await edge.fetch(`http://velvet.example${path}`, { headers: { cookie } })
      expect(response.status).toBe(200)
      const html = await response.text()
      expect(html).toContain('data-hydrate="load"')
      expect(textOf(mainOf(html))).toContain('Brandhouse B.V.')
    })
  })
}
