import { beforeAll, describe, expect, test } from 'vitest'
import { AXE, AXE_LOOK } from '../../fixtures/axe.ts'
import { wordsUnderControls } from '../../fixtures/under-controls.ts'
import { CAST_PASSWORD } from '../../../origin/demo/cast.ts'
import { expectAccessible, expectNotWide, expectRoomForLetters } from '../accessible.ts'
import { aNewcomer, askToJoin, confirm, takeSession, upOrDown, watchMoves } from '../acts.ts'
import { aPerson, at, expectQuiet, type Person } from '../browser.ts'
import { lookLike, openPage, type Look } from '../looks.ts'
import { idsForMembers, idsForVisitors, MEMBERS_PATTERNS, pathOf, VISITORS_PATTERNS, type Ids } from './addresses.ts'
import { BRANDS, type Brand } from './brands.ts'
import { MAILED_LINKS, mailedLinks } from './mailed-links.ts'
import { expectReachable } from './reachable.ts'

// Every address of four brands, for visitors and members, in light and dark: axe finds nothing from 320 px up, nothing is wider than the screen, lies
// under a control or moves up or down while the page loads, and at 200 % everything can be reached, and read on a phone.

/** The narrowest screen, which is also a larger one at 400 %. */
const NARROW = { width: 320 }
const DESK = { width: 1280 }
/** A window of 1280 × 800 at 200 %. */
const ZOOMED: Look = { width: 640, height: 400, colourScheme: 'light' }

interface Reader extends Person {
  ids: Ids
  moved: () => Promise<string[]>
}

describe.each(BRANDS)('a visitor of $tenant', (brand) => {
  let visitor: Reader
  beforeAll(async () => {
    const person = await aPerson({ country: brand.country })
    visitor = { ...person, ids: await idsForVisitors(person, brand), moved: await watchMoves(person.page) }
  })

  test.each(VISITORS_PATTERNS)('on %s [GEN-11]', (pattern) => visit(visitor, brand, pattern))
})

describe.each(BRANDS)('someone with a mailed link of $tenant', (brand) => {
  let reader: Reader
  let links: Map<string, string>
  beforeAll(async () => {
    links = await mailedLinks(brand)
    const person = await aPerson({ country: brand.country })
    reader = { ...person, ids: {}, moved: await watchMoves(person.page) }
  })

  test.each(MAILED_LINKS)('%s, %s [GEN-11]', (purpose, state) => visit(reader, brand, links.get(`${purpose} ${state}`)!))
})

describe.each(BRANDS)('a member of $tenant', (brand) => {
  let member: Reader
  beforeAll(async () => {
    const person = await aPerson({ country: brand.country })
    await enter(person, brand)
    member = { ...person, ids: await idsForMembers(person, brand), moved: await watchMoves(person.page) }
  })

  test.each(MEMBERS_PATTERNS)('on %s [GEN-11]', (pattern) => visit(member, brand, pattern))
})

test('a newcomer on /complete-signup [GEN-11]', async () => {
  const person = await aPerson({ country: 'GB' })
  const newcomer = aNewcomer('Nora')
  await askToJoin(person, newcomer)
  await confirm(person, newcomer)
  await visit({ ...person, ids: {}, moved: await watchMoves(person.page) }, newcomer, '/complete-signup')
})

/** Logs the brand's member in, in the brand's language. */
async function enter(person: Person, { tenant, language, member }: Brand): Promise<void> {
  await takeSession(person, { email: `${member.toLowerCase()}@cast.example`, tenant, password: CAST_PASSWORD })
  await person.context.addCookies([{ url: at(tenant), name: 'locale', value: language, sameSite: 'Lax' }])
}

async function visit(reader: Reader, { tenant }: Pick<Brand, 'tenant'>, pattern: string): Promise<void> {
  const { page, ids, moved } = reader
  const url = at(tenant, pathOf(pattern, ids))
  for (const screen of [DESK, NARROW]) {
    await page.goto('about:blank')
    await lookLike(page, { ...screen, colourScheme: 'dark' })
    await openPage(reader, url, async () => {
      await expectAccessible(page)
    })
    expect((await moved()).filter(upOrDown), `at ${screen.width} px`).toEqual([])
    // Hovering over a message shows its tools on top of it.
    await page.mouse.move(0, 0)
    expect(await page.evaluate(wordsUnderControls), `at ${screen.width} px`).toEqual([])
    await expectAccessible(page, screen === NARROW ? AXE : AXE_LOOK)
    await lookLike(page, { ...screen, colourScheme: 'light' })
    await expectAccessible(page, AXE_LOOK)
  }
  await lookLike(page, ZOOMED)
  await expectNotWide(page)
  await expectReachable(page)
  await expectRoomForLetters(page)
  expectQuiet(reader)
}
