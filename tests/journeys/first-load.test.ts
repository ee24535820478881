import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CAST } from '../../origin/demo/cast.ts'
import { isLong } from '../fixtures/long.ts'
import { inDatabase, logInAs, openLive, upOrDown, watchMoves } from './acts.ts'
import { aPerson, at, type Person } from './browser.ts'
import { onSlowLine, openSlowLine } from './slow-line.ts'

/** Not the page's data: the event stream, the visit that a profile counts, and what the page sends when it leaves. */
const LIVE = ['/api/events.php', '/api/visit.php', '/api/page-hidden.php']

test('a page arrives with its data: the browser asks the API for nothing on first load [API-12]', async () => {
  const anna = await aPerson({ country: 'GB' })
  await logInAs(anna, 'Anna')
  // The last conversation has nothing unread: marking as read would be a legitimate write.
  const conversation = await hrefOf('/chats', 'a[href^="/chats/"]')
  const profile = await hrefOf('/members', 'a[href^="/members/"]')
  // A new like is seen when its profile is opened, and that is news: an open page would rightly ask for the numbers again.
  const visited = await anna.page.evaluate(async (id) => {
    const headers = { 'x-client-request': '1', 'content-type': 'application/json' }
    return (await fetch('/api/visit.php', { method: 'POST', headers, body: JSON.stringify({ id }) })).status
  }, profile.split('/').at(-1)!)
  expect(visited).toBe(200)
  await anna.page.goto('about:blank')
  const asked: string[] = []
  anna.page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/') && !LIVE.includes(pathname)) asked.push(`${pathname} on ${new URL(anna.page.url()).pathname}`)
  })
  for (const path of ['/', '/members', profile, `${profile}/chat`, '/chats', conversation, '/likes', '/likes/given']) {
    await openLive(anna, at('afterdusk', path))
    // A page would send its requests when it hydrates; well before the first poll.
    await anna.page.waitForTimeout(500)
  }
  expect(asked).toEqual([])

  async function hrefOf(path: string, selector: string): Promise<string> {
    await anna.page.goto(at('afterdusk', path))
    return (await anna.page.getByRole('main').locator(selector).last().getAttribute('href'))!
  }
})

test('the settings are at most 25 KB of HTML before they are compressed', async () => {
  const anna = await aPerson({ country: 'GB' })
  await logInAs(anna, 'Anna', '/nowhere')
  const html = await anna.page.evaluate(async () => (await fetch('/settings')).text())
  expect(html).toContain('Changes are saved right away.')
  expect(Buffer.byteLength(html)).toBeLessThanOrEqual(25_000)
})

test.runIf(isLong)('the footer of a short page that is still arriving is not shown: it would move up with each of its lines', async () => {
  const visitor = await aPerson({ country: 'GB' })
  const { page } = visitor
  await page.addInitScript(() => {
    const displays: string[] = []
    Object.assign(window, { displays })
    new MutationObserver(() => {
      const footer = document.querySelector('footer')
      if (footer && !document.getElementById('app')!.nextElementSibling) displays.push(getComputedStyle(footer).display)
    }).observe(document, { childList: true, subtree: true })
  })
  const moved = await watchMoves(page)
  await onSlowLine(visitor)
  const address = at('afterdusk', `/${'a'.repeat(43)}`)
  await page.goto(address)
  // The styles are cached by now.
  await page.goto(address)
  await page.locator('footer').waitFor()
  const displays = await page.evaluate(() => (window as unknown as { displays: string[] }).displays)
  expect([...new Set(displays)]).toEqual(['none'])
  expect((await moved()).filter(upOrDown)).toEqual([])
})

test.runIf(isLong)('nothing of the bar of a member’s page moves up or down while it arrives', async () => {
  const anna = await aPerson({ country: 'GB', width: 1280 })
  const { page } = anna
  const moved = await watchMoves(page)
  await onSlowLine(anna)
  // The styles are cached after this.
  await logInAs(anna, 'Anna', '/nowhere')
  await page.goto(at('afterdusk', '/settings'))
  await page.getByRole('contentinfo').waitFor()
  expect((await moved()).filter(upOrDown)).toEqual([])
})

test.runIf(isLong)(
  'on a wide screen the facts of a profile are not shown before the buttons above them, which arrive last, and nothing moves',
  async () => {
    const anna = await aPerson({ country: 'GB', width: 1280 })
    const { page } = anna
    await onSlowLine(anna)
    // The styles are cached after this.
    await logInAs(anna, 'Anna', '/nowhere')
    const profile = await profileOf('Bram')
    await page.addInitScript(() => {
      const early: string[] = []
      Object.assign(window, { early })
      new MutationObserver(() => {
        const facts = document.querySelector('main article > header + div')
        const hasButtons = document.querySelector('main article > header ~ [role="group"]')
        if (facts && !hasButtons) early.push(getComputedStyle(facts).visibility)
      }).observe(document, { childList: true, subtree: true })
    })
    const moved = await watchMoves(page)
    await page.goto(at('afterdusk', profile))
    await page.getByRole('contentinfo').waitFor()
    const early = await page.evaluate(() => (window as unknown as { early: string[] }).early)
    expect([...new Set(early)]).toEqual(['hidden'])
    expect((await moved()).filter(upOrDown)).toEqual([])
  }
)

test.runIf(isLong)('a page is shown once it has begun, even if the line breaks within an icon of the bar above it', async () => {
  const anna = await aPerson({ country: 'GB', width: 1280 })
  const { page } = anna
  await onSlowLine(anna, (html) => {
    // Where Chromium doesn't look again for what `:has` asks for further up.
    const inIcon = html.lastIndexOf('</svg>', html.indexOf('<main')) + '</s'.length
    const first = inIcon % 800
    return [html.slice(0, first), ...html.slice(first).match(/[^]{1,800}/g)!]
  })
  await logInAs(anna, 'Anna', '/nowhere')
  await page.addInitScript(() => {
    const hidden = new Set<number>()
    Object.assign(window, { hidden })
    const look = () => {
      const isHidden = document.querySelector('main')?.checkVisibility({ visibilityProperty: true }) === false
      if (isHidden) hidden.add(document.getElementsByTagName('*').length)
      if (document.readyState === 'loading') requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  await page.goto(at('afterdusk', await profileOf('Bram')))
  // At most the piece in which it begins is not painted by itself.
  expect(await page.evaluate(() => (window as unknown as { hidden: Set<number> }).hidden.size)).toBeLessThanOrEqual(1)
})

describe.runIf(isLong)('when the line breaks between two lines of a row, or before the picture, nothing moves up or down', () => {
  let anna: Person
  let visitor: Person
  let movesOf: Map<Person, () => Promise<string[]>>
  /** Paths of the first of a list, by the list's. */
  const first = new Map<string, string>()
  // One slow line for each, so that its browser loads the styles once.
  beforeAll(async () => {
    ;[anna, visitor] = [await aPerson({ country: 'GB', width: 1280 }), await aPerson({ country: 'GB', width: 1280 })]
    await logInAs(anna, 'Anna', '/chats')
    await visitor.page.goto(at('afterdusk', '/members'))
    for (const [{ page }, list] of [
      [anna, '/chats'],
      [visitor, '/members']
    ] as const)
      first.set(list, (await page.locator(`main a[href^="${list}/"]`).first().getAttribute('href'))!)
    movesOf = new Map([
      [anna, await watchMoves(anna.page)],
      [visitor, await watchMoves(visitor.page)]
    ])
  })

  describe('for Anna', () => {
    slowLineFor(() => anna)
    const paths = ['/chats/{id}', '/', '/chats', '/match-finder?change=1', '/swipe-game']
    test.each(paths)('on %s', (path) => nothingMoves(anna, path))
  })

  describe('for a visitor', () => {
    slowLineFor(() => visitor)
    const paths = ['/members', '/', '/members/{id}/landing', '/landers/maplanding', '/landers/collagelanding']
    test.each(paths)('on %s', (path) => nothingMoves(visitor, path))
  })

  function slowLineFor(reader: () => Person) {
    let end = () => {}
    beforeAll(async () => {
      end = await openSlowLine(reader(), betweenLines)
      // The styles are cached after this.
      await reader().page.goto(at('afterdusk', '/nowhere'))
    })
    afterAll(() => end())
  }

  async function nothingMoves(reader: Person, path: string) {
    const { page } = reader
    const [list, rest] = path.split('/{id}')
    await page.goto(at('afterdusk', rest === undefined ? path : first.get(list!)! + rest))
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    expect((await movesOf.get(reader)!()).filter(upOrDown)).toEqual([])
  }
})

/** A page in pieces: its beginning, each of what stands in lines or beside another in its main part, and the rest. */
function betweenLines(html: string): string[] {
  const [start, end] = [html.indexOf('<main'), html.indexOf('</main>')]
  const [first, ...lines] = html.slice(start, end).split(/(?<=<\/\w+>)(?=<(?:span|time|p|div|ul|picture)\b)/)
  return [html.slice(0, start) + first!, ...lines, html.slice(end)]
}

/** Path of a profile with facts: the last one in the search may belong to a member who has just signed up. */
async function profileOf(name: string): Promise<string> {
  const { email } = CAST.find((member) => member.name === name)!
  const { public_id: id } = await inDatabase((db) =>
    db.selectFrom('members').select('public_id').where('email', '=', email).executeTakeFirstOrThrow()
  )
  return `/members/${id}`
}
