import { get } from 'node:http'
import { chromium, type APIResponse, type Browser, type BrowserContext, type Page } from 'playwright'
import { expect, inject } from 'vitest'
import { chromiumArgs, findChromium } from '../../bin/chromium.mjs'
import { IN_READERS_ZONE } from '../fixtures/readers-zone.ts'
import type { Site } from './global-setup.ts'

/** Someone with their own browser. */
export interface Person {
  page: Page
  context: BrowserContext
  /** Console complaints; a journey must end without any. */
  complaints: string[]
}

export interface Habits {
  country?: string
  javaScript?: boolean
  width?: number
  colourScheme?: 'light' | 'dark'
  /** A phone that is touched. */
  touch?: boolean
  /** With the service worker, which costs each browser a process; no test can answer its requests for pages. */
  worker?: boolean
}

let browser: Promise<Browser> | null = null
const contexts: BrowserContext[] = []

/**
 * The pages of one person share a process, as on a phone with little memory: a person's first page would start one to be empty in, and another for
 * its brand, and each further page one more.
 */
const FEW_PROCESSES = '--renderer-process-limit=1'

/** The one browser of this process, for all of its files: it ends with the process. Its driver runs here too, so no third process passes messages on. */
export function openBrowser(): Promise<Browser> {
  return (browser ??= chromium.launch({ executablePath: findChromium()!, args: [...chromiumArgs, FEW_PROCESSES], env: IN_READERS_ZONE }))
}

/**
 * Makes the same browser a visitor's from this country who has not been here: without cookies, and with nothing in the storage of its current page's
 * brand. Another browser would start a process and load all scripts and styles again.
 */
export async function comeFrom({ page, context, complaints }: Person, country: string): Promise<void> {
  if (page.url() !== 'about:blank') {
    // The page is left first: it may still be loading, store something, or redirect once its session is gone.
    await page.goto(new URL('/robots.txt', page.url()).href)
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
  }
  await context.clearCookies()
  await context.setExtraHTTPHeaders({ 'x-dev-country': country })
  complaints.length = 0
}

let peopleBefore = 0

/** Before each test: who is here already belongs to the whole file. */
export function countPeople(): void {
  peopleBefore = contexts.length
}

/** After each test: an open page keeps working for every event of its member, beside all later tests. */
export async function closePeopleOfTest(): Promise<void> {
  await Promise.all(contexts.splice(peopleBefore).map((context) => context.close()))
}

/** After each file: its people are gone, and the next one visits the shared product. */
export async function leaveBrowser(): Promise<void> {
  ownPort = null
  await Promise.all(contexts.splice(0).map((context) => context.close()))
}

/** A new browser: no cookies, with the given country, screen and preferences. */
export async function aPerson({
  country = 'NL',
  javaScript = true,
  width = 1280,
  colourScheme = 'light',
  touch = false,
  worker = false
}: Habits = {}): Promise<Person> {
  const context = await (
    await openBrowser()
  ).newContext({
    javaScriptEnabled: javaScript,
    viewport: { width, height: 800 },
    colorScheme: colourScheme,
    hasTouch: touch,
    isMobile: touch,
    reducedMotion: 'reduce',
    serviceWorkers: worker ? 'allow' : 'block',
    extraHTTPHeaders: { 'x-dev-country': country }
  })
  contexts.push(context)
  // A guard against waiting for ever, as in vitest.config.ts: nothing is expected to be done by then.
  context.setDefaultTimeout(45_000)
  const complaints: string[] = []
  const page = await context.newPage()
  page.on('console', (message) => {
    const { url } = message.location()
    if (message.type() === 'error') complaints.push(`${message.text()} ${URL.parse(url)?.pathname ?? url}`)
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return { page, context, complaints }
}

let ownPort: number | null = null

/** Sends this file's journeys to a separate product on another port. */
export function visitProduct(port: number): void {
  ownPort = port
}

/** The product that this worker's journeys share. */
export const ownSite = (): Site => inject('sites')[Number(process.env.VITEST_POOL_ID) - 1]!

const sitePort = () => ownPort ?? ownSite().port

/** An address on a brand: `at('velvet', '/members')`. */
export function at(tenant: string, path = '/'): string {
  return `http://${tenant}.localhost:${sitePort()}${path}`
}

/** An address of the product that belongs to no brand, such as its local tools. */
export function atNoBrand(path: string): string {
  return `http://localhost:${sitePort()}${path}`
}

/** A page fetched over plain HTTP; not every system resolves `<id>.localhost`. */
export function plainGet(tenant: string, path = '/', headers: Record<string, string> = {}): Promise<{ status: number; html: string }> {
  const port = sitePort()
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers: { ...headers, host: `${tenant}.localhost:${port}` } }, (answer) => {
      let html = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => (html += chunk))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, html }))
    }).on('error', reject)
  })
}

/**
 * A write to the API from outside any page, with the browser's cookies. It is sent to an IP address: not every system resolves `<id>.localhost`.
 */
export function sendAs({ context }: Person, tenant: string, path: string, body: object): Promise<APIResponse> {
  const port = sitePort()
  const headers = { host: `${tenant}.localhost:${port}`, 'x-client-request': '1', 'idempotency-key': crypto.randomUUID() }
  return context.request.post(`http://127.0.0.1:${port}${path}`, { headers, data: body })
}

/** Checks that no console had complaints. */
export function expectQuiet(...people: Person[]): void {
  for (const { complaints } of people) expect(complaints).toEqual([])
}

/** The newest mail to an address, with this subject if one is given, once it has arrived. */
export async function mailTo(address: string, subject = ''): Promise<{ subject: string; text: string; html: string; links: string[] }> {
  for (let tries = 0; tries < 100; tries++) {
    const answer = await fetch(atNoBrand('/__dev/mail'), { headers: { accept: 'application/json' } })
    const mails = (await answer.json()) as { to: string; subject: string; text: string; html: string; links: string[] }[]
    const found = mails.find((mail) => mail.to.includes(address) && mail.subject.includes(subject))
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`No mail to ${address}`)
}
