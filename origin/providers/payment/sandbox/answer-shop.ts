import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Banks } from './banks.ts'
import type { NewPayment, SandboxPayment, SandboxPayments } from './payments.ts'
import type { Report } from './reports.ts'

type Answer = [status: number, body: object]

/** The sandbox's API for shops, below `/v1`. `url` is where its pages are. */
export function answerShops(known: SandboxPayments, report: Report, banks: Banks, url: () => string) {
  const shown = (payment: SandboxPayment) => ({ ...payment, token: undefined, brand: undefined, url: `${url()}/pay/${payment.token}` })

  function begin(brand: string, wanted: NewPayment): Answer {
    if (wanted.method === 'directdebit' && !wanted.mandate) return [422, { error: 'mandate_missing' }]
    const { payment, news } = known.begin(brand, wanted)
    report(payment, news)
    if (payment.mandate && news.length > 0) void banks.collect(payment, payment.mandate.iban)
    return [201, shown(payment)]
  }

  function refund(payment: SandboxPayment, { amount, reference }: { amount: number; reference: string }): Answer {
    const given = known.refund(payment, amount, reference)
    if (!given) return [422, { error: 'amount_too_high' }]
    report(payment, given.news)
    return [201, { event: given.fact.event }]
  }

  return async (brand: string, request: IncomingMessage, path: string, search: URLSearchParams): Promise<Answer> => {
    const body = async () => JSON.parse((await text(request)) || '{}') as unknown
    const [, noun, id = '', verb = ''] = path.split('/')
    const act = `${request.method} ${noun}${id ? '/' : ''}${verb}`
    if (act === 'POST payments') return begin(brand, (await body()) as NewPayment)
    if (act === 'GET payments') {
      const wanted = known.of(brand).filter((payment) => isWanted(payment, search))
      return [200, { payments: wanted.map(shown) }]
    }
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
    if (act === 'POST payments/refunds') return refund(payment, (await body()) as { amount: number; reference: string })
    return [404, { error: 'not_found' }]
  }
}

function isWanted(payment: SandboxPayment, search: URLSearchParams): boolean {
  const [reference, from, to] = ['reference', 'from', 'to'].map((name) => search.get(name))
  if (reference) return payment.reference === reference
  return (!from || payment.created_at >= from) && (!to || payment.created_at < to)
}
