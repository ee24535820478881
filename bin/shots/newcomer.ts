import { randomBytes } from 'node:crypto'
import type { Contract } from '../../shared/api/contract.ts'
import type { EndpointOutput } from '../../shared/api/endpoint.ts'
import { ask, until, type BrandTab } from './brand-tab.ts'

const PASSWORD = 'lantern by the quay'

/** Someone who has signed up: path of the mailed link that confirms their address. */
export interface Newcomer {
  email: string
  link: string
}

/** Signs someone up. The mailed link isn't used before `confirm`, so other browsers can open its page. */
export async function signUp(tab: BrandTab): Promise<Newcomer> {
  // Names are unique too, and stay taken for a while after leaving.
  const letters = String.fromCodePoint(...[...randomBytes(6)].map((byte) => 97 + (byte % 26)))
  const email = `robin.${letters}@shots.example`
  await tab.open('/signup')
  const { country } = await ask<{ country: string }>(tab, 'GET', '/api/credits.php').catch(() => ({ country: 'GB' }))
  await ask(tab, 'POST', '/api/signup.php', {
    email,
    name: `Robin ${letters}`,
    password: PASSWORD,
    date_of_birth: '1988-05-17',
    gender: 'woman',
    country,
    consent_terms: true,
    consent_sensitive: true,
    consent_age: true
  })
  const mails = `fetch('/__dev/mail', { headers: { accept: 'application/json' } }).then((answer) => answer.json())`
  const own = `${mails}.then((mails) => mails.find(({ to }) => to.includes(${JSON.stringify(email)}))?.links[0] ?? '')`
  await until(tab, `${own}.then((link) => link !== '')`)
  return { email, link: new URL(await tab.run<string>(own)).pathname }
}

/** Opens the mailed link in the browser that signed up: it is logged in, and the sign-up is not completed yet. */
export async function confirm(tab: BrandTab, { link }: Newcomer): Promise<void> {
  await tab.open(link)
  await until(tab, `location.pathname === '/activate/done'`)
}

/** Completes the sign-up, buys the smallest bundle, and pays at the sandbox. */
export async function completeAndBuy(tab: BrandTab): Promise<void> {
  await ask(tab, 'POST', '/api/complete-signup.php', {})
  const { country, currency, bundles, methods } = await ask<EndpointOutput<Contract['getCredits']>>(tab, 'GET', '/api/credits.php')
  const { id: bundle, price, discounted, code } = bundles[0]!
  const order = { bundle, method: methods[0]!.id, country, currency, total: discounted ?? price, ...(code && { code }) }
  const { next } = await ask<EndpointOutput<Contract['createPayment']>>(tab, 'POST', '/api/payment.php', order)
  await tab.open(next!)
  await until(tab, `!!document.querySelector('button[value="pay"]')`)
  await tab.run(`void setTimeout(() => document.querySelector('button[value="pay"]').click())`)
  const listed = `fetch('/api/transactions.php').then((answer) => answer.json())`
  await until(tab, `/^.transactions./.test(location.pathname) && ${listed}.then(({ last_completed }) => last_completed !== null)`)
}

/** Deletes the account, so that the demo world is as before. */
export async function leave(tab: BrandTab): Promise<void> {
  await ask(tab, 'DELETE', '/api/account.php', { password: PASSWORD })
}
