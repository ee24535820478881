import { expect, test } from 'vitest'
import { logInAs, openLive } from './acts.ts'
import { aPerson, at, openBrowser, type Person } from './browser.ts'

interface TraceEvent {
  name: string
  args: { elementCount?: number }
}

/** The share of a page's elements whose style Chromium computes again when an element is added to its content. */
async function restyledShare({ page }: Person): Promise<number> {
  const browser = await openBrowser()
  await browser.startTracing(page, { categories: ['devtools.timeline'] })
  const elements = await page.evaluate(() => {
    const content = document.querySelector('[role="log"]') ?? document.querySelector('main')!
    content.append(document.createElement('div'))
    // Now, and not together with what else the page may do.
    document.body.getBoundingClientRect()
    return document.querySelectorAll('*').length
  })
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const restyled = traceEvents.flatMap(({ name, args }) => (name === 'UpdateLayoutTree' ? [args.elementCount ?? 0] : []))
  return Math.max(...restyled) / elements
}

// A selector like `.bar:has(.visitor) .start` can make Chromium do all of it again with each message, card or hint: tens of milliseconds on a phone.
test('what is added to a page restyles its surroundings, not the whole page', async () => {
  const [anna, visitor] = [await aPerson({ country: 'GB' }), await aPerson({ country: 'GB' })]
  await logInAs(anna, 'Anna', '/chats')
  const chat = (await anna.page.getByRole('main').locator('a[href^="/chats/"]').first().getAttribute('href'))!
  const shares: Record<string, number> = {}
  for (const path of ['/members', '/settings', chat]) {
    await openLive(anna, at('afterdusk', path))
    shares[path] = await restyledShare(anna)
  }
  for (const path of ['/members', '/pricing']) {
    await visitor.page.goto(at('afterdusk', path))
    shares[`a visitor’s ${path}`] = await restyledShare(visitor)
  }
  expect(Object.entries(shares).filter(([, share]) => share > 0.2)).toEqual([])
})
