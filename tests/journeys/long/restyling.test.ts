import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { logInAs, openLive } from '../acts.ts'
import { aPerson, at, openBrowser, type Person } from '../browser.ts'

interface TraceEvent {
  name: string
  /** When it began, in µs. */
  ts: number
  args: { elementCount?: number }
}

/** The share of a page's elements whose style Chromium computes again when an element is added to its content. */
async function restyledShare({ page }: Person): Promise<number> {
  for (;;) {
    const { elements, traceEvents } = await traceOfAddition(page)
    const [begin, end] = ['restyle-begins', 'restyle-ends'].map((mark) => traceEvents.find(({ name }) => name === mark)?.ts)
    const restyled = traceEvents.flatMap(({ name, ts, args }) =>
      name === 'UpdateLayoutTree' && ts >= begin! && ts <= end! ? [args.elementCount ?? 0] : []
    )
    // Chromium says that it traces before the page does: without the marks, or a layout between them, the addition came too early.
    if (restyled.length > 0) return Math.max(...restyled) / elements
  }
}

async function traceOfAddition(page: Page): Promise<{ elements: number; traceEvents: TraceEvent[] }> {
  const browser = await openBrowser()
  await browser.startTracing(page, { categories: ['devtools.timeline', 'blink.user_timing'] })
  const elements = await page.evaluate(() => {
    const content = document.querySelector('[role="log"]') ?? document.querySelector('main')!
    // What the page itself has just changed is done before, and what it changes later isn't counted.
    document.body.getBoundingClientRect()
    performance.mark('restyle-begins')
    content.append(document.createElement('div'))
    document.body.getBoundingClientRect()
    performance.mark('restyle-ends')
    return document.querySelectorAll('*').length
  })
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  return { elements, traceEvents }
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
