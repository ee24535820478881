import { describe, expect, test } from 'vitest'
import { footerLinks } from '../../client/layouts/footer-links.ts'
import { LAYOUTS } from '../../client/layouts/layouts.ts'
import { href, layoutOf, matchRoute } from '../../shared/routes/match.ts'
import { memberAnswers, part, renderPage, textOf, type Visit } from './render-page.tsx'

const CHAT = `/chats/${'C'.repeat(22)}`
const member: Visit = { member: true, answers: memberAnswers() }

describe('the layouts', () => {
  test('default has navigation, a place for banners, the page, footer and disclaimer', async () => {
    const html = await renderPage('/', member)
    expect(html).toContain('data-testid="layout-default"')
    for (const element of ['header', 'nav', 'aside', 'main', 'footer']) expect(html).toContain(`<${element}`)
    expect(textOf(part(html, 'footer'))).toContain('Velvet is for adults only: you must be 18 or older.')
  })

  test('[LAY-5] chat is bare: no navigation, no footer, no banners', async () => {
    const html = await renderPage(CHAT, member)
    expect(html).toContain('data-testid="layout-chat"')
    for (const element of ['aside', 'footer', 'header class']) expect(html).not.toContain(`<${element}`)
    expect(html).not.toContain('aria-label="Main"')
  })

  test('[LAY-6] lander has a bar with the brand and a footer, no top navigation', async () => {
    const html = await renderPage('/landers/gallery')
    expect(html).toContain('data-testid="layout-lander"')
    expect(textOf(part(html, 'header'))).toBe('Velvet')
    expect(part(html, 'header')).not.toContain('<nav')
    expect(html).toContain('<footer')
  })

  test('empty has nothing around the page', async () => {
    const html = await renderPage('/signup')
    expect(html).toContain('data-testid="layout-empty"')
    for (const element of ['nav', 'aside', 'footer', 'header']) expect(html).not.toContain(`<${element}`)
  })

  test('[LAY-8] an unknown layout falls back to default', () => {
    expect(LAYOUTS[layoutOf('carousel')]).toBe(LAYOUTS.default)
  })

  test.each(['/', '/login', '/signup', '/landers/gallery', '/lang-config', '/activate/done', '/activate/error'])(
    '%s has one h1, one main with a skip link to it, and no style attribute',
    async (url) => {
      const html = await renderPage(url)
      expect(html.match(/<h1[ >]/g)).toHaveLength(1)
      expect(html.match(/<main[ >]/g)).toHaveLength(1)
      expect(html).toContain('href="#content"')
      expect(html).toContain('<main id="content"')
      expect(html).not.toMatch(/ style=/)
    }
  )
})

const ID = 'C'.repeat(22)

test.each([
  ...[`/chats/${ID}`, `/members/${ID}/chat`, `/members/${ID}`, `/likes/m/${ID}`, '/profile', '/chats', '/likes', '/visitors'].map(
    (url) => [url, member] as const
  ),
  ...[`/members/${ID}/signup`, `/members/${ID}/landing`, `/members/${ID}/landing3`, `/${'T'.repeat(43)}`].map((url) => [url, {}] as const)
])('%s has one h1 while the origin is away', async (url, visit) => {
  expect((await renderPage(url, visit)).match(/<h1[ >]/g)).toHaveLength(1)
})

describe('the footer', () => {
  const footer = async (visit: Visit = {}) => part(await renderPage('/login', visit), 'footer')

  test('[SCR-11] members and visitors get different links', () => {
    const routes = (isMember: boolean) =>
      footerLinks(isMember, true, { sells: true, closed: false }).flatMap(({ links }) => links.map(({ route }) => route))
    expect(routes(true)).not.toEqual(routes(false))
    expect(routes(false)).toContain('login')
    expect(routes(true)).not.toContain('login')
  })

  test('no link leads to a page that is not built', () => {
    const links = [true, false]
      .flatMap((isMember) => footerLinks(isMember, true, { sells: true, closed: false }))
      .flatMap((group) => group.links)
    expect(links.length).toBeGreaterThan(0)
    for (const { route } of links) expect(matchRoute(href(route))?.route.key).toBe(route)
  })

  test('names the company, its address and its registrations', async () => {
    const text = textOf(await footer())
    expect(text).toContain('Velvet is run by Lantern Works Ltd, 1 Quay Street, Dublin, Ireland.')
    expect(text).toContain('Registration number 123456')
    expect(text).toContain('VAT IE1234567A')
    expect(text).toContain('Also trading as Velvet')
  })

  test('[CON-26] the telephone link is without dashes and spaces', async () => {
    expect(await footer()).toContain('href="tel:0201234567"')
  })

  test('[LOC-9] is the US one for English in the United States only', async () => {
    expect(await footer({ country: 'US', language: 'en' })).toContain('data-testid="us-footer"')
    expect(await footer({ country: 'US', language: 'es' })).not.toContain('us-footer')
    expect(await footer({ country: 'GB', language: 'en' })).not.toContain('us-footer')
  })

  test('[LOC-9] says there what the brand has to tell visitors from the United States, and nowhere else', async () => {
    const tenant = { us_legal_text: 'Velvet doesn’t check the criminal records of its members.' }
    expect(textOf(await footer({ tenant, country: 'US' }))).toContain(tenant.us_legal_text)
    expect(await renderPage('/', { tenant, country: 'US', language: 'es' })).not.toContain(tenant.us_legal_text)
    expect(await renderPage('/', { tenant, country: 'GB' })).not.toContain(tenant.us_legal_text)
  })
})

describe('the entry warning', () => {
  const lander = (visit: Visit) => renderPage('/landers/gallery', visit)

  test('[LOC-10] [SCR-9] covers the page in the chat and lander layouts; what is behind it is inert', async () => {
    for (const html of [await lander({ country: 'DE', entryWarning: true }), await renderPage(CHAT, { ...member, entryWarning: true })]) {
      expect(html).toContain('data-testid="entry-warning"')
      expect(html).toMatch(/data-behind-warning="" inert=""/)
    }
  })

  test('[LOC-10] is not in the default layout, whatever the settings say', async () => {
    expect(await renderPage('/', { country: 'DE', entryWarning: true })).not.toContain('entry-warning')
  })

  test('[LOC-11] [CON-11] is not shown where the country requires none', async () => {
    const html = await lander({ country: 'FR' })
    expect(html).not.toContain('entry-warning')
    expect(html).not.toContain('inert')
  })

  test('works without a script: Enter posts to the edge and comes back to this page, Leave goes to another site', async () => {
    const dialog = part(await lander({ country: 'NL', entryWarning: true }), 'div', 'data-entry-warning')
    expect(textOf(dialog)).toContain('18+. Adult content.')
    expect(dialog).toMatch(/<form(?=[^>]* method="post")[^>]* action="\/__edge\/enter"/)
    expect(dialog).toContain('name="next" value="/landers/gallery"')
    expect(dialog).toMatch(/href="https:[^"]*" rel="noreferrer/)
  })

  test('can be opened again from the footer where it applies, and only there', async () => {
    expect(await lander({ country: 'NL' })).toContain('data-entry-reopen')
    expect(await lander({ country: 'NL', tenant: { enable_site_entry_popup: false } })).not.toContain('data-entry-reopen')
    expect(await lander({ country: 'FR' })).not.toContain('data-entry-reopen')
  })
})

test('a page made without the origin says so', async () => {
  expect(await renderPage('/login', { page: { originAway: true } })).toContain('data-testid="banner-origin-away"')
  expect(await renderPage('/login')).not.toContain('banner-')
})
