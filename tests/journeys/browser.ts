import { get } from 'node:http'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright'
import { expect, inject } from 'vitest'
import { chromiumArgs, findChromium } from '../../bin/chromium.mjs'

/** Somebody with a browser of their own. */
export interface Person {
  page: Page
  context: BrowserContext
  /** What the console complained about; a journey ends with none. */
  complaints: string[]
}

export interface Habits {
  country?: string
  javaScript?: boolean
  width?: number
  colourScheme?: 'light' | 'dark'
}

let browser: Promise<Browser> | null = null

export function openBrowser(): Promise<Browser> {
  browser ??= chromium.launch({ executablePath: findChromium()!, args: chromiumArgs })
  return browser
}

export async function closeBrowser(): Promise<void> {
  await (await browser)?.close()
  browser = null
}

/** A fresh browser: no cookies, the given country, screen and habits. */
export async function aPerson({ country = 'NL', javaScript = true, width = 1280, colourScheme = 'light' }: Habits = {}): Promise<Person> {
  const context = await (
    await openBrowser()
  ).newContext({
    javaScriptEnabled: javaScript,
    viewport: { width, height: 800 },
    colorScheme: colourScheme,
    reducedMotion: 'reduce',
    extraHTTPHeaders: { 'x-dev-country': country }
  })
  context.setDefaultTimeout(15_000)
  const complaints: string[] = []
  const page = await context.newPage()
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return { page, context, complaints }
}

let ownPort: number | null = null

/** Sends this file's journeys to a product of their own on another port. */
export function visitProduct(port: number): void {
  ownPort = port
}

const sitePort = () => ownPort ?? inject('sitePort')

/** An address on a brand: `at('velvet', '/members')`. */
export function at(tenant: string, path = '/'): string {
  return `http://${tenant}.localhost:${sitePort()}${path}`
}

/** An address of the product that belongs to no brand, such as its local aids. */
export function atNoBrand(path: string): string {
  return `http://localhost:${sitePort()}${path}`
}

/** A page as plain HTTP gets it; not every system resolves `<id>.localhost`. */
export function plainGet(tenant: string, path = '/'): Promise<{ status: number; html: string }> {
  const port = sitePort()
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers: { host: `${tenant}.localhost:${port}` } }, (answer) => {
      let html = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => (html += chunk))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, html }))
    }).on('error', reject)
  })
}

/** Nobody's console complained, whatever else went well. */
export function expectQuiet(...people: Person[]): void {
  for (const { complaints } of people) expect(complaints).toEqual([])
}

/** The newest mail to an address, of this subject if one is given, once it is there. */
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
