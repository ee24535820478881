import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import http, { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { signBody } from '../../../../shared/auth/body-signature.ts'
import type { Fact } from '../port.ts'
import { brandOf, sandboxAccount } from './account.ts'
import { checkoutPage, closedPage, pageHeaders } from './checkout-page.ts'
import { createSandboxPayments, DEBITED, OUTCOMES, type NewPayment, type SandboxPayment, type SandboxState } from './payments.ts'
import { WEBHOOK_PURPOSE } from './sandbox.ts'

/** Sends a signed call to the address that was given for it; resolves with the status of the answer. */
export type Deliver = (url: string, body: string, headers: Record<string, string>) => Promise<number>

export interface SandboxOptions {
  /** The accounts of all brands are derived from it. */
  secret: string
  /** Preferred port; another one if it is in use. */
  port?: number
  host?: string
  /** Where it is kept across restarts; without one it forgets everything. */
  file?: string
  now?: () => Date
  realNow?: () => number
  deliver?: Deliver
  /** Copies of every call, as providers repeat them. */
  copies?: number
  /** What belongs together is reported in the wrong order, as happens at providers. */
  reversed?: boolean
  /** How long banks take, in ms; null: until `settleLate` is called. */
  lateAfter?: number | null
  /** Waits between the attempts of a call that isn't answered 2xx, in ms. */
  retries?: readonly number[]
}

/** What goes wrong with the next requests: a status, no answer at all, or an answer that is lost after the effect. */
export type SandboxFault = number | 'hangs' | 'lost'

/** A running sandbox. */
export interface Sandbox {
  url: string
  /** One for each of the next requests, in order. */
  faults: (SandboxFault | null)[]
  /** Every call that was sent or is being sent. */
  calls: { url: string; body: string; headers: Record<string, string> }[]
  payments: SandboxPayment[]
  /** Cards that it keeps. */
  cards: SandboxState['cards']
  /** Pays or fails what waits for a bank. */
  settleLate(payment: string, good: boolean): Promise<void>
  /** What a bank or someone at the provider's own desk does. */
  chargeBack(payment: string): Promise<void>
  refundAtDesk(payment: string, amount: number): Promise<void>
  /** Resolves when every call has been answered. */
  delivered(): Promise<void>
  close(): Promise<void>
}

const RETRIES = [0, 1_000, 5_000, 30_000]

/** Starts the sandbox: a provider of payments that behaves like a real one, for local mode and tests. No money moves. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const {
    secret,
    now = () => new Date(),
    realNow = Date.now,
    deliver = overHttp,
    copies = 2,
    reversed = true,
    file,
    retries = RETRIES
  } = options
  const lateAfter = options.lateAfter === undefined ? 10_000 : options.lateAfter
  const state = readState(file)
  const known = createSandboxPayments(state, { now, saved: () => writeState(file, state) })
  const faults: Sandbox['faults'] = []
  const calls: Sandbox['calls'] = []
  const running = new Set<Promise<void>>()
  const timers = new Set<NodeJS.Timeout>()
  let closed = false

  const wait = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(() => {
        timers.delete(timer)
        resolve()
      }, ms)
      timers.add(timer.unref())
    })

  async function call(payment: SandboxPayment, fact: Fact): Promise<void> {
    const body = JSON.stringify(fact)
    for (const pause of retries) {
      if (pause > 0) await wait(pause)
      if (closed) return
      const signature = await signBody(sandboxAccount(secret, payment.brand).webhookSecret, WEBHOOK_PURPOSE, body, realNow())
      const headers = { 'content-type': 'application/json', 'x-payment-signature': signature }
      calls.push({ url: payment.webhook_url, body, headers })
      const status = await deliver(payment.webhook_url, body, headers).catch(() => 0)
      if (status >= 200 && status < 300) return
    }
  }

  function report(payment: SandboxPayment, news: readonly Fact[]): void {
    const inOrder = reversed ? news.toReversed() : news
    for (const fact of Array.from({ length: copies }, () => inOrder).flat()) {
      const sent = call(payment, fact).finally(() => running.delete(sent))
      running.add(sent)
    }
  }

  async function settleIn(ms: number | null, payment: SandboxPayment, good: boolean): Promise<void> {
    if (ms === null || payment.status !== 'pending') return
    await wait(ms)
    report(payment, known.settle(payment, good))
  }

  /** Banks take days to pay, and may take it back after that. */
  async function collectIn(ms: number | null, payment: SandboxPayment, iban: string): Promise<void> {
    await settleIn(ms, payment, iban !== DEBITED.refused)
    if (ms === null || iban !== DEBITED.taken_back) return
    await wait(ms)
    report(payment, known.chargeBack(payment))
  }

  let port = 0
  const url = () => `http://localhost:${port}`
  const shown = (payment: SandboxPayment) => ({ ...payment, token: undefined, brand: undefined, url: `${url()}/pay/${payment.token}` })

  async function api(brand: string, request: IncomingMessage, path: string, search: URLSearchParams): Promise<[number, object]> {
    const body = async () => JSON.parse((await text(request)) || '{}') as Record<string, unknown>
    const [, noun, id = '', verb = ''] = path.split('/')
    const act = `${request.method} ${noun}${id ? '/' : ''}${verb}`
    if (act === 'POST payments') {
      const wanted = (await body()) as unknown as NewPayment
      if (wanted.method === 'directdebit' && !wanted.mandate) return [422, { error: 'mandate_missing' }]
      const { payment, news } = known.begin(brand, wanted)
      report(payment, news)
      if (payment.mandate && news.length > 0) void collectIn(lateAfter, payment, payment.mandate.iban)
      return [201, shown(payment)]
    }
    if (act === 'GET payments')
      return [
        200,
        {
          payments: known
            .of(brand)
            .filter((one) => isWanted(one, search))
            .map(shown)
        }
      ]
    if (act === 'DELETE cards/') {
      known.removeCard(brand, decodeURIComponent(id))
      return [200, {}]
    }
    const payment = noun === 'payments' ? known.find(brand, decodeURIComponent(id)) : undefined
    if (!payment) return [404, { error: 'not_found' }]
    if (act === 'GET payments/') return [200, shown(payment)]
    if (act === 'POST payments/cancel') {
      report(payment, known.cancel(payment))
      return [200, shown(payment)]
    }
    if (act === 'POST payments/refunds') {
      const { amount, reference } = (await body()) as { amount: number; reference: string }
      const refund = known.refund(payment, amount, reference)
      if (!refund) return [422, { error: 'amount_too_high' }]
      report(payment, refund.news)
      return [201, { event: refund.fact.event }]
    }
    return [404, { error: 'not_found' }]
  }

  /** The page for people: returns status, headers and body. */
  async function atPage(request: IncomingMessage, token: string): Promise<[number, Record<string, string>, string]> {
    const payment = known.atPage(token)
    if (!payment) return [404, { 'content-type': 'text/plain' }, 'There is no such payment.']
    if (request.method === 'POST') {
      const form = new URLSearchParams(await text(request))
      const outcome = OUTCOMES.find((one) => one === form.get('outcome'))
      if (payment.status === 'open' && outcome) {
        report(payment, known.choose(payment, outcome, form.get('card') === 'declines'))
        if (outcome === 'later' || outcome === 'later_fail') void settleIn(lateAfter, payment, outcome === 'later')
      }
      const back = new URL(payment.return_url)
      // As providers do, and as no shop should believe.
      back.searchParams.set('status', payment.status)
      return [303, { location: back.href, 'cache-control': 'no-store' }, '']
    }
    return [200, pageHeaders(payment), payment.status === 'open' ? checkoutPage(payment) : closedPage(payment)]
  }

  const server = createServer((request, response) => {
    void (async () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://sandbox.internal')
      const page = /^\/pay\/([\w-]+)$/.exec(pathname)?.[1]
      if (page !== undefined) {
        const [status, headers, body] = await atPage(request, page)
        return response.writeHead(status, headers).end(body)
      }
      const brand = brandOf(secret, /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '')
      const fault = faults.shift() ?? null
      if (fault === 'hangs') return
      if (typeof fault === 'number') return response.writeHead(fault).end('{}')
      const [status, answer] =
        brand === null || !pathname.startsWith('/v1/')
          ? ([401, { error: 'key' }] as const)
          : await api(brand, request, pathname.slice('/v1'.length), searchParams)
      if (fault === 'lost') return response.destroy()
      return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    })().catch(() => response.headersSent || response.writeHead(400).end('{}'))
  })
  await listen(server, options.port ?? 0, options.host ?? '127.0.0.1')
  port = (server.address() as AddressInfo).port
  // Banks don't forget what was begun before a restart.
  for (const waiting of state.payments) void settleIn(lateAfter, waiting, true)

  const payment = (id: string): SandboxPayment => {
    const found = state.payments.find((one) => one.id === id)
    if (!found) throw new Error(`The sandbox has no payment ${id}`)
    return found
  }
  const delivered = async () => {
    while (running.size > 0) await Promise.all(running)
  }
  return {
    url: url(),
    faults,
    calls,
    payments: state.payments,
    cards: state.cards,
    async settleLate(id, good) {
      report(payment(id), known.settle(payment(id), good))
      await delivered()
    },
    async chargeBack(id) {
      report(payment(id), known.chargeBack(payment(id)))
      await delivered()
    },
    async refundAtDesk(id, amount) {
      report(payment(id), known.refund(payment(id), amount, null)?.news ?? [])
      await delivered()
    },
    delivered,
    async close() {
      closed = true
      for (const timer of timers) clearTimeout(timer)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}

function isWanted(payment: SandboxPayment, search: URLSearchParams): boolean {
  const [reference, from, to] = ['reference', 'from', 'to'].map((name) => search.get(name))
  if (reference) return payment.reference === reference
  return (!from || payment.created_at >= from) && (!to || payment.created_at < to)
}

/** The preferred port, or any that is free. */
async function listen(server: ReturnType<typeof createServer>, port: number, host: string): Promise<void> {
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch (error) {
    if (port === 0 || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    server.listen(0, host)
    await once(server, 'listening')
  }
}

function readState(file: string | undefined): SandboxState {
  try {
    if (file !== undefined) return JSON.parse(readFileSync(file, 'utf8')) as SandboxState
  } catch {
    // The first start, or a file that was cut off.
  }
  return { payments: [], cards: [] }
}

function writeState(file: string | undefined, state: SandboxState): void {
  if (file === undefined) return
  writeFileSync(`${file}.new`, JSON.stringify(state))
  renameSync(`${file}.new`, file)
}

/** Names under `localhost` are this machine, whatever its name server says. */
const overHttp: Deliver = (address, body, headers) =>
  new Promise((resolve, reject) => {
    const { hostname, host, port, pathname, search, protocol } = new URL(address)
    if (protocol !== 'http:') return void fetch(address, { method: 'POST', body, headers }).then(({ status }) => resolve(status), reject)
    const here = hostname === 'localhost' || hostname.endsWith('.localhost')
    const call = http.request(
      {
        host: here ? '127.0.0.1' : hostname,
        port: port || 80,
        method: 'POST',
        path: pathname + search,
        timeout: 10_000,
        headers: { ...headers, host }
      },
      (answer) => {
        answer.resume()
        answer.once('end', () => resolve(answer.statusCode ?? 0))
      }
    )
    call.once('timeout', () => call.destroy(new Error('timeout')))
    call.once('error', reject)
    call.end(body)
  })
