import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { addressesFor, idOfFirstLink, pictureName } from '../../bin/shots/addresses.ts'
import { CAST, CAST_PASSWORD } from '../../origin/demo/cast.ts'
import { sentence } from '../fixtures/sentence.ts'
import { at } from '../journeys/browser.ts'
import { ENGINES } from './engines.ts'
import { arrives, button, field, fill, press } from './hand.ts'
import { PHONE, type Tab } from './tab.ts'
import { COMPLAINTS } from './watch.ts'

const BRAND = 'afterdusk'
const FOLDER = fileURLToPath(new URL('../../.data', import.meta.url))
const READERS = ENGINES.flatMap((engine) => [
  { engine, name: engine.name, reader: 'visitor' },
  { engine, name: engine.name, reader: 'member' }
])

test.for(READERS)(
  'in $name a $reader opens every page, with one heading, no wider than the screen and without an error',
  async ({ engine, name, reader }) => {
    const tab = await engine.start()
    const folder = join(FOLDER, `shots-${name}`, reader)
    await mkdir(folder, { recursive: true })
    try {
      await tab.open(at(BRAND, '/pages/faq?lang=en&__country=GB'))
      if (reader === 'member') await logIn(tab)
      const paths = await addressesFor(reader === 'member', async (path, start) => {
        await tab.open(at(BRAND, path))
        return await tab.run<string | null>(idOfFirstLink(start))
      })
      expect(paths.length).toBeGreaterThan(20)
      const wrong: string[] = []
      for (const path of paths) {
        await tab.resize(PHONE.width, PHONE.height)
        await tab.open(at(BRAND, path))
        wrong.push(...(await faultsOf(tab)).map((fault) => `${path}: ${fault}`))
        await writeFile(join(folder, `${pictureName(path)}.png`), await wholePicture(tab))
      }
      expect(wrong).toEqual([])
    } finally {
      await tab.close()
    }
  }
)

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
async function faultsOf(tab: Tab): Promise<string[]> {
  await settle(tab)
  const { headings, excess } = await tab.run<Findings>(`({
    headings: [...document.querySelectorAll('h1')].filter((one) => one.checkVisibility()).map((one) => one.textContent),
    excess: document.documentElement.scrollWidth - document.documentElement.clientWidth
  })`)
  const complaints = await tab.run<string[]>(COMPLAINTS)
  return [
    ...complaints,
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
