import { randomBytes } from 'node:crypto'
import type { Contract } from '../../shared/api/contract.ts'
import type { EndpointOutput } from '../../shared/api/endpoint.ts'
import { ask, until, type Hand } from './hand.ts'

const PASSWORD = 'lantern by the quay'

/** Someone who has signed up: path of the mailed link that confirms their address. */
export interface Newcomer {
  email: string
  link: string
}

/** Signs someone up. Their link stays as it is until `confirm`: other browsers can open its page. */
export async function signUp(hand: Hand): Promise<Newcomer> {
  // Names are unique too, and stay taken for a while after leaving.
  const letters = String.fromCodePoint(...[...randomBytes(6)].map((byte) => 97 + (byte % 26)))
  const email = `robin.${letters}@shots.example`
  await hand.open('/signup')
  const { country } = await ask<{ country: string }>(hand, 'GET', '/api/credits.php').catch(() => ({ country: 'GB' }))
  await ask(hand, 'POST', '/api/signup.php', {
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
  await until(hand, `${own}.then((link) => link !== '')`)
  return { email, link: new URL(await hand.run<string>(own)).pathname }
}

/** Opens the mailed link in the browser that signed up: it is logged in, and the sign-up is not completed yet. */
export async function confirm(hand: Hand, { link }: Newcomer): Promise<void> {
  await hand.open(link)
  await until(hand, `location.pathname === '/activate/done'`)
}

/** Completes the sign-up, buys the smallest bundle, and pays at the sandbox. */
export async function completeAndBuy(hand: Hand): Promise<void> {
  await ask(hand, 'POST', '/api/complete-signup.php', {})
  const { country, currency, bundles, methods } = await ask<EndpointOutput<Contract['getCredits']>>(hand, 'GET', '/api/credits.php')
  const { id: bundle, price, discounted, code } = bundles[0]!
  const order = { bundle, method: methods[0]!.id, country, currency, total: discounted ?? price, ...(code && { code }) }
  const { next } = await ask<EndpointOutput<Contract['createPayment']>>(hand, 'POST', '/api/payment.php', order)
  await hand.open(next!)
  await until(hand, `!!document.querySelector('button[value="pay"]')`)
  await hand.run(`void setTimeout(() => document.querySelector('button[value="pay"]').click())`)
  const listed = `fetch('/api/transactions.php').then((answer) => answer.json())`
  await until(hand, `/^.transactions./.test(location.pathname) && ${listed}.then(({ last_completed }) => last_completed !== null)`)
}

/** Deletes the account: the demo world is as it was. */
export async function leave(hand: Hand): Promise<void> {
  await ask(hand, 'DELETE', '/api/account.php', { password: PASSWORD })
}
