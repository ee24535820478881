import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readMessages } from '../../../locales/read.ts'
import { LOCALES } from '../../../shared/i18n/locales.ts'
import type { Ask, EdgeUnderTest, StartEdge } from '../../fixtures/edge.ts'
import { memberCookie } from '../../fixtures/member-cookie.ts'

interface Config {
  language: string
  visible_languages: string[]
  entry_warning: boolean
  us_footer: string | null
  geoip_country: string | null
  geoip_selected_country: string | null
}

export function languageTests(start: StartEdge): void {
  describe('country and language', () => {
    let edge: EdgeUnderTest
    beforeAll(async () => {
      edge = await start()
    })
    afterAll(() => edge.stop())

    const page = async (url: string, ask: Ask = {}) => {
      const response = await edge.fetch(url, ask)
      const html = await response.text()
      const config = JSON.parse(/id="tenant">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null') as Config
      return { response, html, config }
    }

    test.each([
      ['NL', ['nl'], '[LOC-4]'],
      ['BE', ['nl', 'fr', 'de'], '[LOC-5]'],
      ['CH', ['de', 'it', 'fr', 'en', 'nl'], '[LOC-6]'],
      ['FI', ['fi', 'sv', 'nl'], '[LOC-7]'],
      ['US', ['en', 'es', 'nl'], '[LOC-8]'],
      ['JP', ['nl', 'en'], '[LOC-3]'],
      ['AR', ['es', 'nl'], '[LOC-3]']
    ])('%s sees %j on a Dutch domain %s [DC-2]', async (country, languages) => {
      expect((await page('http://velvet.example/', { country })).config.visible_languages).toEqual(languages)
    })

    test('Switzerland offers de, it, fr and en in that order on a German domain [LOC-6]', async () => {
      expect((await page('http://alpen.example/', { country: 'CH' })).config.visible_languages).toEqual(['de', 'it', 'fr', 'en'])
    })

    test('Finland offers fi and sv on a Finnish domain [LOC-7]', async () => {
      expect((await page('http://lumi.example/', { country: 'FI' })).config.visible_languages).toEqual(['fi', 'sv'])
    })

    test('there are eleven languages [LOC-1]', () => {
      expect(LOCALES.toSorted()).toEqual(['da', 'de', 'en', 'es', 'fi', 'fr', 'it', 'nb', 'nl', 'pl', 'sv'])
    })

    test.each(LOCALES)(
      'the cookie locale=%s makes the page speak it: its sentences, none in English and no message key [LOC-1] [LOC-13]',
      async (locale) => {
        const own = readMessages(locale)
        const everyOwn = new Set(Object.values(own))
        const english = Object.entries(readMessages('en')).filter(([key, text]) => text !== own[key] && !everyOwn.has(text))
        for (const [path, ...keys] of [
          ['/', 'nav.login', 'index.how', 'index.step1_title', 'footer.contact'],
          ['/login', 'nav.login', 'login.heading', 'login.submit', 'footer.contact'],
          ['/signup', 'signup.lead', 'signup.next']
        ] as const) {
          const { html } = await page(`http://velvet.example${path}`, { headers: { cookie: `locale=${locale}` } })
          expect(html).toContain(`<html lang="${locale}"`)
          const app = html.slice(html.indexOf('<div id="app">'), html.indexOf('<script type="application/json"'))
          const texts = new Set(app.split(/<[^>]*>/).map((text) => text.replaceAll('&#x27;', "'").replaceAll('&amp;', '&').trim()))
          expect([path, ...keys.filter((key) => !texts.has(own[key]!))]).toEqual([path])
          expect(english.filter(([, text]) => texts.has(text))).toEqual([])
          expect([...texts].join(' ')).not.toMatch(/\b(login|nav|footer|signup|error|field|index)\.[a-z_.]+\b/)
        }
      }
    )

    test('the domain language counts where there is no cookie [LOC-12]', async () => {
      expect((await page('http://alpen.example/', { country: 'DE' })).html).toContain('<html lang="de"')
    })

    test('an unsupported cookie and an unsupported ?lang are ignored [LOC-2]', async () => {
      const { html, response } = await page('http://harbor.example/?lang=xx', { headers: { cookie: 'locale=tlh' } })
      expect(html).toContain('<html lang="en"')
      expect(response.headers.get('set-cookie')).toBeNull()
    })

    test('?lang wins and sets the cookie for 365 days [LOC-15] [CON-20]', async () => {
      const { html, response } = await page('http://velvet.example/?lang=fr', { headers: { cookie: 'locale=nl' } })
      expect(html).toContain('<html lang="fr"')
      expect(response.headers.get('set-cookie')).toMatch(/^locale=fr;.*Max-Age=31536000/)
    })

    test.each([
      ['NL', true],
      ['DE', true],
      ['FR', false],
      ['BE', false]
    ])('a visitor from %s gets the entry warning on a lander: %s [LOC-10] [LOC-11] [CON-11] [DC-3]', async (country, warned) => {
      const { html, config } = await page('http://velvet.example/landers/gallery', { country })
      expect(html.includes('data-testid="entry-warning"')).toBe(warned)
      expect(config.entry_warning).toBe(warned)
    })

    test('the default layout has no entry warning in Germany [LOC-10]', async () => {
      expect((await page('http://velvet.example/', { country: 'DE' })).html).not.toContain('data-testid="entry-warning"')
    })

    test('a member’s page knows of the entry warning in any layout: the next page, which the edge doesn’t see, may need it [LOC-10]', async () => {
      const warned = async (cookie: string, country: string) =>
        (await page('http://velvet.example/members', { country, headers: { cookie } })).config.entry_warning
      const member = await memberCookie('velvet')
      expect([await warned(member, 'DE'), await warned(member, 'BE')]).toEqual([true, false])
      expect([await warned(`${member}; ew=1`, 'DE'), await warned('', 'DE')]).toEqual([false, false])
    })

    test('the setting turns the entry warning off [SET-11]', async () => {
      expect((await page('http://alpen.example/landers/gallery', { country: 'DE' })).html).not.toContain('data-testid="entry-warning"')
    })

    test('an unknown country on a German brand is warned, on an American one not', async () => {
      expect((await page('http://nacht.example/landers/gallery')).config.entry_warning).toBe(true)
      expect((await page('http://harbor.example/landers/gallery', { country: 'T1' })).config.entry_warning).toBe(false)
    })

    test('once closed the warning does not come back [OTH-9]', async () => {
      expect((await page('http://velvet.example/landers/gallery', { country: 'NL', headers: { cookie: 'ew=1' } })).html).not.toContain(
        'data-testid="entry-warning"'
      )
    })

    test('a chosen country changes the languages, never the entry warning nor the country of the address [SET-7]', async () => {
      const { config } = await page('http://velvet.example/landers/gallery', { country: 'NL', headers: { cookie: 'country=BE' } })
      expect(config.visible_languages).toEqual(['nl', 'fr', 'de'])
      expect(config.entry_warning).toBe(true)
      expect([config.geoip_country, config.geoip_selected_country]).toEqual(['NL', 'BE'])
    })

    test.each([
      ['NL', 'country=XX', 'NL', null],
      ['JP', '', 'JP', null],
      ['AR', 'country=NL', 'AR', 'NL'],
      ['T1', 'country=BE', null, 'BE'],
      // A country that isn't one of the brand's can't be chosen.
      ['DE', 'country=FR', 'DE', null]
    ])('from %s with %j the page knows the country %s and the chosen one %s [SET-7]', async (country, cookie, address, chosen) => {
      for (const path of ['/signup', '/members']) {
        const { config } = await page(`http://velvet.example${path}`, { country, headers: { cookie } })
        expect([path, config.geoip_country, config.geoip_selected_country]).toEqual([path, address, chosen])
      }
    })

    test('the link back to the entry warning depends on the country of the address [LOC-10] [LOC-11]', async () => {
      const offered = async (country: string, cookie: string) =>
        (await page('http://velvet.example/landers/gallery', { country, headers: { cookie } })).html.includes('data-entry-reopen')
      expect(await offered('NL', 'country=BE')).toBe(true)
      expect(await offered('BE', 'country=NL')).toBe(false)
    })

    test('the US footer is for English in the United States alone [LOC-9]', async () => {
      const footer = 'data-testid="us-footer"'
      expect((await page('http://harbor.example/', { country: 'US' })).html).toContain(footer)
      expect((await page('http://harbor.example/?lang=es', { country: 'US' })).html).not.toContain(footer)
      expect((await page('http://harbor.example/', { country: 'GB' })).html).not.toContain(footer)
    })

    test('Belgium has a language dropdown, the Netherlands have none [NAV-13]', async () => {
      const offersFrench = (html: string) => /<a[^>]*\shref="[^"]*\?lang=fr"/.test(html)
      expect(offersFrench((await page('http://velvet.example/', { country: 'BE' })).html)).toBe(true)
      expect(offersFrench((await page('http://velvet.example/', { country: 'NL' })).html)).toBe(false)
    })

    test.each(['/members?gender=woman&gender=man&age_from=30&lang=nl', '/pricing?code=SPRING', '/signup?sent=1'])(
      'without a script, another language of %s is the same page, with its query',
      async (path) => {
        const { html } = await page(`http://velvet.example${path}`, { country: 'BE' })
        const french = [...html.matchAll(/<a[^>]*\shref="(\?[^"]*)"[^>]*hrefLang="fr"/gi)].map(([, href]) => href!.replaceAll('&amp;', '&'))
        const asked = new URL(path, 'http://velvet.example').searchParams
        asked.set('lang', 'fr')
        expect(french).toEqual([`?${asked.toString()}`])
      }
    )
  })
}
