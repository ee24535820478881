import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressesFor, pictureName, routesWithout, strayed, type Reader } from '../../bin/shots/addresses.ts'
import type { BrandTab } from '../../bin/shots/brand-tab.ts'
import { completeAndBuy, confirm, signUp, type Newcomer } from '../../bin/shots/newcomer.ts'
import { CAST, CAST_PASSWORD } from '../../origin/demo/cast.ts'
import { sentence } from '../fixtures/sentence.ts'
import { at } from '../journeys/browser.ts'
import { ENGINES } from './engines.ts'
import { arrives, button, field, fill, press } from './actions.ts'
import { PHONE, type Engine, type Tab } from './tab.ts'
import { COMPLAINTS } from './watch.ts'

const BRAND = 'afterdusk'
const FOLDER = fileURLToPath(new URL('../../.data', import.meta.url))
/** Pages that were opened, by engine. */
const opened = new Map<string, string[]>()

describe.each(ENGINES)('in $name', (engine) => {
  let newcomer: Tab
  let brandTab: BrandTab
  let signedUp: Newcomer
  beforeAll(async () => {
    newcomer = await engine.start()
    brandTab = brandTabOf(newcomer)
    await newcomer.open(at(BRAND, '/pages/faq?lang=en&__country=GB'))
    signedUp = await signUp(brandTab)
  })
  afterAll(() => newcomer.close())

  test('a visitor opens every page', async () => {
    await inTab(engine, (tab) => walk(tab, engine.name, 'visitor', signedUp.link))
  })

  test('a member opens every page', async () => {
    await inTab(engine, async (tab) => {
      await logIn(tab)
      await walk(tab, engine.name, 'member')
    })
  })

  test('someone new opens the pages of those who just came, and of those who bought', async () => {
    await confirm(brandTab, signedUp)
    await walk(newcomer, engine.name, 'newcomer')
    await completeAndBuy(brandTab)
    await walk(newcomer, engine.name, 'buyer')
  })

  test('no page was left out', () => {
    expect(routesWithout(opened.get(engine.name) ?? [], true)).toEqual([])
  })
})

async function inTab(engine: Engine, work: (tab: Tab) => Promise<void>): Promise<void> {
  const tab = await engine.start()
  try {
    await tab.open(at(BRAND, '/pages/faq?lang=en&__country=GB'))
    await work(tab)
  } finally {
    await tab.close()
  }
}

const brandTabOf = (tab: Tab): BrandTab => ({
  open: (address) => tab.open(new URL(address, at(BRAND)).href),
  run: (expression) => tab.run(expression)
})

/** Opens all pages of a reader: each has one heading, is no wider than the screen, and is without an error. */
async function walk(tab: Tab, name: string, reader: Reader, link?: string): Promise<void> {
  const folder = join(FOLDER, `shots-${name}`, reader)
  await mkdir(folder, { recursive: true })
  const paths = await addressesFor(reader, brandTabOf(tab), link)
  const wrong: string[] = []
  for (const path of paths) {
    await tab.resize(PHONE.width, PHONE.height)
    await tab.open(at(BRAND, path))
    wrong.push(...(await faultsOf(tab, path)).map((fault) => `${path}: ${fault}`))
    await writeFile(join(folder, `${pictureName(path)}.png`), await wholePicture(tab))
  }
  opened.set(name, [...(opened.get(name) ?? []), ...paths])
  expect(wrong).toEqual([])
}

async function logIn(tab: Tab): Promise<void> {
  await tab.open(at(BRAND, '/login'))
  await fill(tab, field(sentence('login.name')), CAST.find(({ name }) => name === 'Anna')!.email)
  await fill(tab, field('Password'), CAST_PASSWORD)
  await press(tab, button('Log in'))
  await arrives(tab, /^\/members$/)
}

interface Findings {
  headings: string[]
  excess: number
}

/** What is wrong with the page that is open, once it has nothing left to do. */
async function faultsOf(tab: Tab, path: string): Promise<string[]> {
  await settle(tab)
  const elsewhere = strayed(path, await tab.run<string>('location.href'))
  const { headings, excess } = await tab.run<Findings>(`({
    headings: [...document.querySelectorAll('h1')].filter((one) => one.checkVisibility()).map((one) => one.textContent),
    excess: document.documentElement.scrollWidth - document.documentElement.clientWidth
  })`)
  const complaints = await tab.run<string[]>(COMPLAINTS)
  return [
    ...complaints,
    ...(elsewhere ? [elsewhere] : []),
    ...(headings.length === 1 && headings[0] ? [] : [`${headings.length} headings: ${headings.join(', ')}`]),
    ...(excess > 0 ? [`${excess} px wider than the screen`] : [])
  ]
}

/** Hydrates the page by the pointer, as a reader would, and waits until it has calmed down. */
async function settle(tab: Tab): Promise<void> {
  await tab.perform([{ type: 'pointer', id: 'mouse', actions: [{ type: 'pointerMove', duration: 0, origin: 'viewport', x: 180, y: 400 }] }])
  await tab.run(`new Promise((resolve) => setTimeout(resolve, 400))`)
  await tab.run(
    `Promise.allSettled(document.getAnimations().map(({ finished }) => Promise.race([finished, new Promise((resolve) => setTimeout(resolve, 1000))])))`
  )
}

/** The page as high as it is. */
async function wholePicture(tab: Tab): Promise<Buffer> {
  const height = await tab.run<number>('document.documentElement.scrollHeight')
  await tab.resize(PHONE.width, Math.min(Math.max(height, PHONE.height), 5000))
  await tab.run(`new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))`)
  return await tab.picture()
}
