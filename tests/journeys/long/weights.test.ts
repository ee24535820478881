import { beforeAll, describe, expect, test } from 'vitest'
import { aPerson, at, type Person } from '../browser.ts'
import { idsForVisitors, pathOf, VISITORS_PATTERNS, type Ids } from './addresses.ts'
import { BRANDS } from './brands.ts'

const KB = 1024
/** Script of a visitor's page before the first deliberate action. */
const SCRIPT = 5 * KB
/** A lander with all that it loads by itself; the films of those that have one play. */
const LANDER = 150 * KB
const WITH_FILM = 600 * KB
describe.each([375, 1280])('a visitor with %i px', (width) => {
  let person: Person
  let ids: Ids
  beforeAll(async () => {
    const [brand] = BRANDS
    person = await aPerson({ country: brand!.country, width })
    await person.page.emulateMedia({ reducedMotion: 'no-preference' })
    ids = await idsForVisitors(person, brand!)
  })

  test.each(VISITORS_PATTERNS)('loads little for %s', async (pattern) => {
    const { scripts, all, film } = await weigh(person, at(BRANDS[0]!.tenant, pathOf(pattern, ids)))
    expect(scripts).toBeLessThanOrEqual(SCRIPT)
    if (pattern.startsWith('/landers/')) expect(all).toBeLessThanOrEqual(film ? WITH_FILM : LANDER)
  })
})

/** Opens a page and says what it loads, in compressed bytes: scripts, and everything. */
async function weigh({ page }: Person, url: string): Promise<{ scripts: number; all: number; film: boolean }> {
  await page.goto(url, { waitUntil: 'networkidle' })
  return await page.evaluate(() => {
    const loaded = performance.getEntries().filter((entry) => entry instanceof PerformanceResourceTiming)
    const sum = (entries: typeof loaded) => entries.reduce((bytes, { encodedBodySize }) => bytes + encodedBodySize, 0)
    return {
      scripts: sum(loaded.filter(({ name }) => /\.js\b/.test(name))),
      all: sum(loaded),
      film: document.querySelector('video') !== null
    }
  })
}
