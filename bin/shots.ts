import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Browser, type Page } from 'playwright'
import { CAST, CAST_PASSWORD } from '../origin/demo/cast.ts'
import { chromiumArgs, findChromium } from './chromium.mjs'
import { addressesFor, idOfFirstLink, pictureName } from './shots/addresses.ts'
import { fail, UsageError } from './usage-error.ts'

// `npm run shots`: a picture of every route, to be looked at one by one.
const HELP = `npm run shots -- [folder]

Takes every route of the npm start that runs, as a visitor and as a member, at 375 and 1280 px, in light and dark, and the gallery of parts. The
pictures go to the folder (.data/shots), which git ignores.

--site     address of a demo brand (http://afterdusk.localhost:8787)
--member   who logs in (Anna)
--only     paths that contain this`

const WIDTHS = [375, 1280]
/** It shows what is busy, too. */
const GALLERY = '/__dev/ui'
/** A member who reads this fast meets the limit of reads a minute; the page then loads its data when it may. In ms. */
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
    await walk(browser, options, 'visitor', null)
    await walk(browser, options, 'member', login)
  } finally {
    await browser.close()
  }
}

/** Takes all pages as one reader. */
async function walk(browser: Browser, options: Options, reader: string, login: string | null): Promise<void> {
  const context = await browser.newContext({ extraHTTPHeaders: { 'x-dev-country': 'GB' }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  if (login) await logIn(page, options, login)
  const paths = await addressesFor(login !== null, async (path, start) => {
    await page.goto(options.site + path)
    return await page.evaluate<string | null>(idOfFirstLink(start))
  })
  for (const path of paths.filter((one) => one.includes(options.only))) await take(page, options, reader, path)
  await context.close()
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

/** Nothing of the page is still loading. */
async function complete(page: Page): Promise<void> {
  const busy = 'main [aria-busy="true"], main[aria-busy="true"]'
  await page.waitForFunction((selector) => !document.querySelector(selector), busy, { timeout: LOADED_WITHIN })
  await page.evaluate(() =>
    Promise.all([...document.images].filter(({ loading }) => loading !== 'lazy').map((image) => image.decode().catch(() => {})))
  )
}

async function take(page: Page, { site, folder }: Options, reader: string, path: string): Promise<void> {
  for (const theme of THEMES) {
    for (const width of WIDTHS) {
      await page.emulateMedia({ colorScheme: theme })
      await page.setViewportSize({ width, height: 800 })
      await page.goto(site + path, { waitUntil: 'load' })
      if (path !== GALLERY) await complete(page)
      const target = join(folder, reader, `${pictureName(path)}-${width}-${theme}.png`)
      await mkdir(join(folder, reader), { recursive: true })
      await page.screenshot({ path: target, fullPage: true, animations: 'disabled' })
    }
  }
  console.log(`${reader} ${path}`)
}
