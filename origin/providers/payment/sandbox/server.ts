import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brandOf } from './account.ts'
import { answerPayers } from './answer-payer.ts'
import { answerShops } from './answer-shop.ts'
import { createBanks } from './banks.ts'
import { overHttp, type Deliver } from './deliver.ts'
import { createSandboxPayments, type SandboxPayment, type SandboxState } from './payments.ts'
import { createReports, type SandboxCall } from './reports.ts'
import { readState, writeState } from './state-file.ts'

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
  /** Related facts are reported in the wrong order, as happens with real providers. */
  reversed?: boolean
  /** How long banks take, in ms; null: until `settleLate` is called. */
  lateAfter?: number | null
  /** Waits between the attempts of a call that isn't answered 2xx, in ms. */
  retries?: readonly number[]
}

/** What goes wrong with the next requests: a status, no answer, or an answer that is lost after the effect. */
export type SandboxFault = number | 'hangs' | 'lost'

/** A running sandbox. */
export interface Sandbox {
  url: string
  /** One for each of the next requests, in order. */
  faults: (SandboxFault | null)[]
  /** Every call that was sent or is being sent. */
  calls: SandboxCall[]
  payments: SandboxPayment[]
  /** Cards that it keeps. */
  cards: SandboxState['cards']
  /** Pays or fails what waits for a bank. */
  settleLate(payment: string, good: boolean): Promise<void>
  /** What a bank, or someone at the provider, does. */
  chargeBack(payment: string, amount?: number): Promise<void>
  reverseChargeback(payment: string): Promise<void>
  refundAtDesk(payment: string, amount: number): Promise<void>
  failRefund(payment: string): Promise<void>
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
  const { wait, stopWaiting } = createWaits()
  const { calls, report, delivered, close: stopReports } = createReports({ secret, realNow, deliver, copies, reversed, retries, wait })
  const banks = createBanks(known, report, lateAfter, wait)
  const faults: Sandbox['faults'] = []

  let port = 0
  const url = () => `http://localhost:${port}`
  const answerShop = answerShops(known, report, banks, url)
  const answerPayer = answerPayers(known, report, banks)

  const server = createServer((request, response) => {
    void (async () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://sandbox.internal')
      const page = /^\/pay\/([\w-]+)$/.exec(pathname)?.[1]
      if (page !== undefined) {
        const [status, headers, body] = await answerPayer(request, page)
        return response.writeHead(status, headers).end(body)
      }
      const brand = brandOf(secret, /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '')
      const fault = faults.shift() ?? null
      if (fault === 'hangs') return
      if (typeof fault === 'number') return response.writeHead(fault).end('{}')
      const [status, answer] =
        brand === null || !pathname.startsWith('/v1/')
          ? ([401, { error: 'key' }] as const)
          : await answerShop(brand, request, pathname.slice('/v1'.length), searchParams)
      if (fault === 'lost') return response.destroy()
      return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    })().catch(() => response.headersSent || response.writeHead(400).end('{}'))
  })
  await listen(server, options.port ?? 0, options.host ?? '127.0.0.1')
  port = (server.address() as AddressInfo).port
  // Payments begun before a restart continue at the banks.
  for (const waiting of state.payments) void banks.settle(waiting, true)

  const payment = (id: string): SandboxPayment => {
    const found = state.payments.find((one) => one.id === id)
    if (!found) throw new Error(`The sandbox has no payment ${id}`)
    return found
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
    async chargeBack(id, amount) {
      report(payment(id), known.chargeBack(payment(id), amount))
      await delivered()
    },
    async reverseChargeback(id) {
      report(payment(id), known.reverseChargeback(payment(id)))
      await delivered()
    },
    async refundAtDesk(id, amount) {
      report(payment(id), known.refund(payment(id), amount, null)?.news ?? [])
      await delivered()
    },
    async failRefund(id) {
      report(payment(id), known.failRefund(payment(id)))
      await delivered()
    },
    delivered,
    async close() {
      stopReports()
      stopWaiting()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}

/** Timers that don't keep the process alive, and end with the sandbox. */
function createWaits() {
  const timers = new Set<NodeJS.Timeout>()
  return {
    wait: (ms: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(() => {
          timers.delete(timer)
          resolve()
        }, ms)
        timers.add(timer.unref())
      }),
    stopWaiting: () => {
      for (const timer of timers) clearTimeout(timer)
    }
  }
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
