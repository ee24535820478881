import type { Contract } from '../../shared/api/contract.ts'
import type { EndpointOutput } from '../../shared/api/endpoint.ts'
import { href, isOffered, matchRoute } from '../../shared/routes/match.ts'
import type { Params, Route } from '../../shared/routes/route.ts'
import { ROUTES } from '../../shared/routes/table.ts'
import { ask, until, type BrandTab } from './brand-tab.ts'
import { listedValues } from './patterns.ts'

/** Shows every component; some of them are always busy. */
export const GALLERY = '/__dev/ui'
/** An address without a page. */
export const NOWHERE = '/nowhere'

/** The readers whose pages are taken: a visitor, a member of long standing, one who hasn't completed the sign-up, and one who has just bought something. */
export type Reader = 'visitor' | 'member' | 'newcomer' | 'buyer'

/** Routes that redirect everyone else. */
const OF_ONE_READER: Readonly<Record<string, Reader>> = {
  token: 'visitor',
  'complete-signup': 'newcomer',
  'credits-repeat-order': 'buyer'
}

/** Routes that look different with an order. */
const WITH_ORDERS = new Set(['credits-repeat-order', 'credits', 'premium', 'transactions-id'])

function isShown({ key, access, forMembers }: Route, reader: Reader): boolean {
  if (key in OF_ONE_READER) return OF_ONE_READER[key] === reader
  if (reader === 'newcomer') return false
  if (reader === 'buyer') return WITH_ORDERS.has(key)
  return reader === 'visitor' ? access !== 'member' : access !== 'visitor' && !forMembers
}

/**
 * Every route with addresses of this reader, who is logged in already. Ids are those of the first links that lead there.
 * @param link path of a mailed link that can still be used, if there is one
 */
export async function addressesFor(reader: Reader, tab: BrandTab, link = ''): Promise<string[]> {
  const found = new Map<string, string>()
  const firstId = async (path: string, start: string) => {
    const known = found.get(path)
    if (known) return known
    await tab.open(path)
    // A page that was sent before its list was ready then loads the list.
    await until(tab, `${idOfFirstLink(start)} !== null`)
    const id = await tab.run<string>(idOfFirstLink(start))
    found.set(path, id)
    return id
  }
  await tab.open('/pages/faq')
  const sells = await doesSell(tab)
  const addresses: string[] = []
  for (const route of ROUTES.filter((one) => isShown(one, reader) && isOffered(one.key, { sells, closed: false })))
    for (const params of await paramsOf(route, tab, firstId, link)) addresses.push(href(route.key, params))
  if (reader === 'visitor') return [...addresses, NOWHERE, GALLERY]
  return reader === 'member' ? [...addresses, NOWHERE] : addresses
}

/** The parameters to open a route with, one after another. A campaign's slug changes nothing visible. */
async function paramsOf(
  { key, pattern, params }: Route,
  tab: BrandTab,
  firstId: (path: string, start: string) => Promise<string>,
  link: string
): Promise<Params[]> {
  if (key === 'token') return link ? [{ token: link.slice(1) }] : []
  if (key === 'likes-type') return listedValues(params.type)!.map((type) => ({ type }))
  if (key === 'likes-m-id') return [{ id: await firstId('/likes/matches', '/members/') }]
  if (key === 'chats-id') return [{ id: await firstId('/chats', '/chats/') }]
  if (key === 'transactions-id') {
    await tab.open('/transactions')
    const { transactions } = await ask<EndpointOutput<Contract['listTransactions']>>(tab, 'GET', '/api/transactions.php')
    return [{}, ...transactions.slice(0, 1).map(({ payment_id: id }) => ({ id }))]
  }
  if (key === 'credits-id-paymentmethod') {
    const id = await firstId('/credits', '/credits/')
    const { methods } = await ask<EndpointOutput<Contract['getCredits']>>(tab, 'GET', '/api/credits.php')
    return [{ id }, ...methods.map((method) => ({ id, paymentmethod: method.id }))]
  }
  return pattern.includes('/{id}') ? [{ id: await firstId('/members', '/members/') }] : [{}]
}

/** Does the brand sell, so that it has the pages about buying? */
export async function doesSell(tab: BrandTab): Promise<boolean> {
  return await ask(tab, 'GET', '/api/credits.php').then(
    () => true,
    () => false
  )
}

/** Patterns of the brand's routes that none of these paths has. */
export function routesWithout(paths: readonly string[], sells: boolean): string[] {
  const seen = new Set(paths.map((path) => matchRoute(path)?.route.key))
  return ROUTES.filter(({ key }) => !seen.has(key) && isOffered(key, { sells, closed: false })).map(({ pattern }) => pattern)
}

/**
 * What is wrong with the address at which a browser arrived after it was sent to a path; null if nothing. A redirected page would show something
 * other than what was asked for.
 */
export function strayed(path: string, address: string): string | null {
  const there = new URL(address).pathname
  return there === path ? null : `${path} redirected to ${there}`
}

/** An expression for the page: the id in the first link of its main part that begins like this. */
const idOfFirstLink = (start: string) => `document.querySelector('main a[href^="${start}"]')?.getAttribute('href').split('/')[2] ?? null`

/** The name of an address's picture, without its look: the same in every run, whatever the ids. */
export function pictureName(path: string): string {
  const named = path.replaceAll(/\/[\w-]{22}(?=\/|$)/g, '/id').replace(/^\/(activate-)?[\w-]{32,}$/, '/token')
  return named === '/' ? 'index' : named.slice(1).replaceAll('/', '-')
}
