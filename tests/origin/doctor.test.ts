import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedOrigin } from '../fixtures/shared-origin.ts'
import { startPayments, type Payments } from '../fixtures/payments.ts'
import { tenantsCommand } from '../fixtures/command.ts'

const origin = sharedOrigin()
let payments: Payments
let url: string
const site = createServer((request, answer) => {
  if (!request.url?.startsWith('/api/')) {
    const { company } = origin.tenant('velvet')
    const settings = JSON.stringify({ sells: true, company, refund_days: 14 })
    return void answer.end(`<script type="application/json" id="tenant">${settings}</script>`)
  }
  void origin.send(request.url, { tenant: 'velvet' }).then(async (found) => answer.writeHead(found.status).end(await found.text()))
})
beforeAll(async () => {
  payments = await startPayments(origin)
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  url = `http://velvet.localhost:${(site.address() as AddressInfo).port}`
})
afterAll(async () => {
  site.close()
  await payments.close()
})

/** What doctor says about direct debit. */
async function finding() {
  const { stdout } = await tenantsCommand(['doctor', url, '--json'], { DATABASE_URL: origin.databaseUrl })
  const { checks } = JSON.parse(stdout) as { checks: { check: string; state: string; found: string; fix: string }[] }
  expect(checks.map(({ check }) => check)).toContain('provider')
  return checks.find(({ check }) => check === 'direct debit')
}

test('doctor fails on a brand that collects by direct debit where no text messages can be sent, and names SMS_URL', async () => {
  const { sms } = origin.deps
  await origin.publish({ id: 'velvet', countries: ['NL', 'DK'] })
  expect(await finding()).toMatchObject({ state: 'ok', found: 'offered in NL' })
  origin.deps.sms = null
  expect(await finding()).toMatchObject({ state: 'fail', found: 'set up for NL, but not offered there' })
  expect((await finding())?.fix).toContain('SMS_URL')
  origin.deps.sms = sms
  await origin.publish({ id: 'velvet', payment_methods: { NL: ['card'] } })
  expect(await finding()).toBeUndefined()
})
