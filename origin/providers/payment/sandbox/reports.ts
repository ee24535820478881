import { signBody } from '../../../../shared/auth/body-signature.ts'
import type { Fact } from '../port.ts'
import { sandboxAccount } from './account.ts'
import type { Deliver } from './deliver.ts'
import type { SandboxPayment } from './payments.ts'
import { WEBHOOK_PURPOSE } from './sandbox.ts'

/** A call that was sent or is being sent. */
export interface SandboxCall {
  url: string
  body: string
  headers: Record<string, string>
}

interface ReportSettings {
  secret: string
  realNow: () => number
  deliver: Deliver
  copies: number
  reversed: boolean
  retries: readonly number[]
  wait: (ms: number) => Promise<void>
}

/** Tells shops what has happened to their payments: signed, in several copies, repeated until they are answered 2xx. */
export function createReports({ secret, realNow, deliver, copies, reversed, retries, wait }: ReportSettings) {
  const calls: SandboxCall[] = []
  const running = new Set<Promise<void>>()
  let closed = false

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

  return {
    calls,
    report,
    /** Resolves when every call has been answered. */
    delivered: async () => {
      while (running.size > 0) await Promise.all(running)
    },
    /** Stops repeating calls. */
    close: () => {
      closed = true
    }
  }
}

export type Report = ReturnType<typeof createReports>['report']
