import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Banks } from './banks.ts'
import { checkoutPage, closedPage, pageHeaders } from './checkout-page.ts'
import { OUTCOMES, type SandboxPayments } from './payments.ts'
import type { Report } from './reports.ts'

/** The page for people: answers with status, headers and body. */
export function answerPayers(known: SandboxPayments, report: Report, banks: Banks) {
  return async (request: IncomingMessage, token: string): Promise<[number, Record<string, string>, string]> => {
    const payment = known.atPage(token)
    if (!payment) return [404, { 'content-type': 'text/plain' }, 'There is no such payment.']
    if (request.method === 'POST') {
      const form = new URLSearchParams(await text(request))
      const outcome = OUTCOMES.find((one) => one === form.get('outcome'))
      if (payment.status === 'open' && outcome) {
        report(payment, known.choose(payment, outcome, form.get('card') === 'declines'))
        if (outcome === 'later' || outcome === 'later_fail') void banks.settle(payment, outcome === 'later')
      }
      const back = new URL(payment.return_url)
      // Real providers add this too, and no shop should rely on it.
      back.searchParams.set('status', payment.status)
      return [303, { location: back.href, 'cache-control': 'no-store' }, '']
    }
    return [200, pageHeaders(payment), payment.status === 'open' ? checkoutPage(payment) : closedPage(payment)]
  }
}
