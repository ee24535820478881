import * as v from 'valibot'
import { expect, vi } from 'vitest'
import { cleanup, render } from 'vitest-browser-react/pure'
import { keepFocus } from '../../client/feedback/keep-focus.ts'
import { OUTBOX_DATABASE, OUTBOX_PREFIX } from '../../client/session/device-keys.ts'
import { CONTRACT, type Contract, type EndpointName } from '../../shared/api/contract.ts'
import type { Endpoint, EndpointInput, EndpointOutput } from '../../shared/api/endpoint.ts'
import { ERROR_STATUS, errorBody, type ErrorCode, type ErrorParams, type FieldError } from '../../shared/api/errors.ts'
import { appOf, memberAnswers, type Visit } from '../client/render-page.tsx'
import { lostFocus, noFocusYet } from './lost-focus.ts'
import { resize } from './screen.ts'
import { emptyStores } from './stores.ts'
import { doublyPressed } from './toggles.ts'

type Output<N extends EndpointName> = EndpointOutput<Contract[N]> | HttpError

/** The API's answers in a test, by endpoint; any other endpoint must not be called. */
export type Api = {
  [N in EndpointName]?: (input: {
    query: Record<string, string>
    body: EndpointInput<Contract[N]>['body']
    key?: string | null
  }) => Output<N> | Promise<Output<N>>
}

/** An error answer. */
export class HttpError {
  code: ErrorCode
  details: [params?: ErrorParams, fields?: FieldError[]]
  /** Seconds that the caller is asked to wait. */
  retryAfter: number | null = null
  constructor(code: ErrorCode, ...details: [params?: ErrorParams, fields?: FieldError[]]) {
    this.code = code
    this.details = details
  }
}

/** A call of the page to the API. */
export interface Call {
  endpoint: EndpointName
  query: Record<string, string>
  body: unknown
  /** Its idempotency key. */
  key: string | null
}

/** A visit, its screen, and the API of the test. */
export interface Mounting extends Visit {
  width?: number
  api?: Api
  /** The page fails on purpose: console messages about that don't count. */
  fails?: boolean
}

const ENDPOINTS = Object.entries(CONTRACT) as [EndpointName, Endpoint][]
const complaints: string[] = []
/** Documents that the page has left for, each with how its history would go on. */
const departures: [path: string, how: NavigationType][] = []
/** Ends what a member's session runs beside the page. */
let endSession = () => {}
// Another document would end this one, and all tests with it.
navigation.addEventListener('navigate', (event) => {
  if (event.destination.sameDocument || !event.cancelable) return
  event.preventDefault()
  const { origin, pathname, search, href } = new URL(event.destination.url)
  departures.push([origin === location.origin ? pathname + search : href, event.navigationType])
})

/** Waits until the page has left for another document; without it, a test whose page does so fails. */
export async function departure(): Promise<[path: string, how: NavigationType]> {
  await expect.poll(() => departures).not.toEqual([])
  return departures.shift()!
}
/** The attributes of what every page shares, before the first test. */
const UNTOUCHED = [document.documentElement, document.body].map(
  (element) => [element, new Map(element.getAttributeNames().map((name) => [name, element.getAttribute(name)!]))] as const
)
/** The test runner's own elements in the page. */
const AROUND = new Set(document.body.children)

/** Mounts a page in this browser, for a member unless the visit says otherwise. Unanswered calls and console messages fail the test. */
export async function mount(url: string, { width = 1280, api = {}, answers = [], fails = false, ...visit }: Mounting = {}) {
  const calls: Call[] = []
  vi.spyOn(console, 'error').mockImplementation((...words) => void (fails || complaints.push(words.join(' '))))
  const ask = (request: Request) => answer(request, api, calls)
  vi.stubGlobal('fetch', (target: string, init?: RequestInit) => ask(new Request(target, init)))
  vi.stubGlobal('XMLHttpRequest', uploadsTo(ask))
  forgetCookies()
  await resize(width)
  const member = visit.member ?? true
  noFocusYet()
  endSession()
  endSession = member ? keepFocus() : () => {}
  const app = await appOf(url, { ...visit, member, answers: [...(member ? memberAnswers() : []), ...answers] })
  return { ...(await render(app)), calls, queryClient: app.props.queryClient }
}

function forgetCookies(): void {
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]!}=; max-age=0; path=/`
}

/** After each test: nothing of it is left for the next one, no focus was lost, and the console said nothing. */
export async function tidyUp(): Promise<void> {
  const lost = await lostFocus()
  if (lost !== null) complaints.push(`The focus was lost with ${lost}`)
  complaints.push(...doublyPressed())
  complaints.push(...departures.splice(0).map(([path]) => `The page left for ${path}`))
  endSession()
  await cleanup()
  await outboxesAtRest()
  emptyStores()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  sessionStorage.clear()
  localStorage.clear()
  indexedDB.deleteDatabase(OUTBOX_DATABASE)
  // The elements that every page shares are as they were.
  for (const [element, attributes] of UNTOUCHED) {
    for (const name of element.getAttributeNames()) if (!attributes.has(name)) element.removeAttribute(name)
    for (const [name, value] of attributes) if (element.getAttribute(name) !== value) element.setAttribute(name, value)
  }
  for (const element of [...document.body.children].filter((one) => !AROUND.has(one))) {
    complaints.push(`A test left ${element.outerHTML.slice(0, 200)}`)
    element.remove()
  }
  scrollTo(0, 0)
  // As one text, which a report shows whole.
  expect(complaints.splice(0).join('\n')).toBe('')
}

/** An outbox outlives its page: while it still sends, it would tell the next test's, like that of another tab, what it has sent. */
async function outboxesAtRest(): Promise<void> {
  const { held = [] } = await navigator.locks.query()
  for (const { name = '' } of held) if (name.startsWith(OUTBOX_PREFIX)) await navigator.locks.request(name, () => {})
}

/** Both ends of a call are checked against the contract: what the page sends, and what the test answers. */
async function answer(request: Request, api: Api, calls: Call[]): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  const query = Object.fromEntries(searchParams)
  const found = ENDPOINTS.find(
    ([name, endpoint]) =>
      endpoint.method === request.method &&
      endpoint.path === pathname &&
      (endpoint.when === '' ? name in api : searchParams.has(endpoint.when))
  )
  // The page sends it while a message is being typed; how often depends on how slow the machine is.
  if (pathname === CONTRACT.tellTyping.path && !api.tellTyping) return Response.json({})
  const handle = found && (api[found[0]] as ((input: object) => unknown) | undefined)
  if (!found || !handle) {
    complaints.push(`Nothing answers ${request.method} ${pathname}`)
    throw new TypeError('Failed to fetch')
  }
  const [name, endpoint] = found
  const body = await bodyOf(request, endpoint)
  if (endpoint.body) expectValid(name, endpoint.body, body)
  const key = request.headers.get('idempotency-key')
  calls.push({ endpoint: name, query, body, key })
  const answered = await handle({ query, body, key })
  if (answered instanceof HttpError)
    return Response.json(errorBody(answered.code, ...answered.details), {
      status: ERROR_STATUS[answered.code],
      headers: answered.retryAfter === null ? {} : { 'retry-after': String(answered.retryAfter) }
    })
  expectValid(name, endpoint.output, answered)
  return Response.json(answered)
}

async function bodyOf(request: Request, { takes }: Endpoint): Promise<unknown> {
  if (takes.kind === 'file') return new Uint8Array(await request.arrayBuffer())
  const text = await request.text()
  return text === '' ? undefined : JSON.parse(text)
}

/** What uploads use of XMLHttpRequest (client/api/upload.ts). */
function uploadsTo(ask: (request: Request) => Promise<Response>) {
  return class extends EventTarget {
    upload = new EventTarget()
    status = 0
    responseText = ''
    target: [method: string, url: string] = ['', '']
    headers = new Headers()
    open(...target: [method: string, url: string]) {
      this.target = target
    }
    setRequestHeader(name: string, value: string) {
      this.headers.set(name, value)
    }
    getResponseHeader() {
      return null
    }
    abort() {
      this.dispatchEvent(new Event('abort'))
    }
    async send(body: Blob) {
      this.upload.dispatchEvent(new ProgressEvent('progress', { loaded: body.size / 2, total: body.size }))
      const [method, url] = this.target
      try {
        const answered = await ask(new Request(url, { method, headers: this.headers, body }))
        this.status = answered.status
        this.responseText = await answered.text()
        this.dispatchEvent(new Event('load'))
      } catch {
        this.dispatchEvent(new Event('error'))
      }
    }
  }
}

function expectValid(name: EndpointName, schema: v.GenericSchema, value: unknown): void {
  for (const { message, path } of v.safeParse(schema, value).issues ?? [])
    complaints.push(`${name}: ${message} at ${path?.map(({ key }) => String(key)).join('.')}`)
}
