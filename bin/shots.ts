import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Browser, type Page } from 'playwright'
import { CAST, CAST_PASSWORD } from '../origin/demo/cast.ts'
import { chromiumArgs, findChromium } from './chromium.mjs'
import { addressesFor, doesSell, GALLERY, NOWHERE, pictureName, routesWithout, strayed, type Reader } from './shots/addresses.ts'
import type { BrandTab } from './shots/brand-tab.ts'
import { completeAndBuy, confirm, leave, signUp, type Newcomer } from './shots/newcomer.ts'
import { messageOf } from './operator/message-of.ts'
import { fail, UsageError } from './operator/usage-error.ts'

// `npm run shots`: a picture of every route, to be looked at one by one.
const HELP = `npm run shots -- [folder]

Takes every route of the npm start that runs, as a visitor and as a member, at 375 and 1280 px, in light and dark, and the gallery of parts. Someone
new signs up, buys at the sandbox and leaves again, for the pages that only they see. The pictures go to the folder (.data/shots), which git ignores.
It ends with an error if a page leads elsewhere, or a route has none.

--site     address of a demo brand (http://afterdusk.localhost:8787)
--member   who logs in (Anna)
--only     paths that contain this`

const WIDTHS = [375, 1280]
/** How long a page may take: a member who reads this fast hits the rate limit, and the page then loads its data later. In ms. */
const LOADED_WITHIN = 90_000
const THEMES = ['light', 'dark'] as const

interface Options {
  site: string
  folder: string
  only: string
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      site: { type: 'string', default: 'http://afterdusk.localhost:8787' },
      member: { type: 'string', default: 'Anna' },
      only: { type: 'string', default: '' },
      help: { type: 'boolean', default: false }
    }
  })
  if (values.help) console.log(HELP)
  else await shoot({ site: values.site, folder: positionals[0] ?? '.data/shots', only: values.only }, values.member)
} catch (error) {
  fail(error)
}

async function shoot(options: Options, name: string): Promise<void> {
  const executablePath = findChromium()
  if (!executablePath) throw new UsageError('No Chromium starts here. CHROMIUM_PATH names one.')
  const login = CAST.find((one) => one.name === name)?.email
  if (!login) throw new UsageError(`No demo member is called ${name}. There are: ${CAST.map((one) => one.name).join(', ')}`)
  const browser = await chromium.launch({ executablePath, args: [...chromiumArgs, '--host-resolver-rules=MAP *.localhost 127.0.0.1'] })
  try {
    const newcomerPage = await openWindow(browser)
    const newcomer = brandTab(newcomerPage, options)
    // Not every brand is open for sign-ups; the other pages are still taken.
    const signedUp = await signUp(newcomer).catch((error: unknown) => {
      console.error(messageOf(error))
      return null
    })
    const visitor = await walk(await openWindow(browser), options, 'visitor', signedUp?.link)
    const memberPage = await openWindow(browser)
    await logIn(memberPage, options, login)
    const member = await walk(memberPage, options, 'member')
    const sells = await doesSell(newcomer)
    const own = signedUp ? await walkAsNewcomer(newcomerPage, options, signedUp, sells) : []
    const missing = routesWithout([...visitor, ...member, ...own], sells)
    if (missing.length > 0) throw new Error(`There is no picture of: ${missing.join(', ')}`)
  } finally {
    await browser.close()
  }
}

/** Takes the pages of a new member, then those after a purchase; then deletes the account. */
async function walkAsNewcomer(page: Page, options: Options, signedUp: Newcomer, sells: boolean): Promise<string[]> {
  const tab = brandTab(page, options)
  await confirm(tab, signedUp)
  try {
    const unfinished = await walk(page, options, 'newcomer')
    if (!sells) return unfinished
    await completeAndBuy(tab)
    return [...unfinished, ...(await walk(page, options, 'buyer'))]
  } finally {
    await leave(tab)
  }
}

async function openWindow(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ extraHTTPHeaders: { 'x-dev-country': 'GB' }, reducedMotion: 'reduce' })
  return await context.newPage()
}

function brandTab(page: Page, { site }: Options): BrandTab {
  return {
    open: async (address) => void (await page.goto(new URL(address, site).href)),
    run: (expression) => page.evaluate(expression)
  }
}

/** Takes all pages of one reader, whose window this is; returns their paths. */
async function walk(page: Page, options: Options, reader: Reader, link?: string): Promise<string[]> {
  const paths = await addressesFor(reader, brandTab(page, options), link)
  for (const path of paths.filter((one) => one.includes(options.only))) await take(page, options, reader, path)
  return paths
}

async function logIn(page: Page, { site }: Options, login: string): Promise<void> {
  await page.goto(`${site}/login`)
  const status = await page.evaluate(
    async (credentials) => {
      const headers = { 'content-type': 'application/json', 'x-client-request': '1' }
      return (await fetch('/api/user.php', { method: 'POST', headers, body: JSON.stringify({ credentials }) })).status
    },
    { login, password: CAST_PASSWORD }
  )
  if (status !== 200) throw new UsageError(`Logging in as ${login} was answered ${status}. Is the demo world running at ${site}?`)
}

/** True once nothing on the page is loading. */
async function complete(page: Page): Promise<void> {
  const busy = 'main [aria-busy="true"], main[aria-busy="true"]'
  await page.waitForFunction((selector) => !document.querySelector(selector), busy, { timeout: LOADED_WITHIN })
  await page.evaluate(() =>
    Promise.all([...document.images].filter(({ loading }) => loading !== 'lazy').map((image) => image.decode().catch(() => {})))
  )
}

async function take(page: Page, { site, folder }: Options, reader: Reader, path: string): Promise<void> {
  for (const theme of THEMES) {
    for (const width of WIDTHS) {
      await page.emulateMedia({ colorScheme: theme })
      await page.setViewportSize({ width, height: 800 })
      const answer = await page.goto(site + path, { waitUntil: 'load' })
      const status = path === NOWHERE ? 404 : 200
      if (answer?.status() !== status) throw new Error(`The ${reader}'s ${path} was answered ${answer?.status()} instead of ${status}.`)
      if (path !== GALLERY) await complete(page)
      const elsewhere = strayed(path, page.url())
      if (elsewhere) throw new Error(`The ${reader}'s ${elsewhere}: its picture would show another page.`)
      const target = join(folder, reader, `${pictureName(path)}-${width}-${theme}.png`)
      await mkdir(join(folder, reader), { recursive: true })
      await page.screenshot({ path: target, fullPage: true, animations: 'disabled' })
    }
  }
  console.log(`${reader} ${path}`)
}
