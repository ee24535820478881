import { expect, test } from 'vitest'
import { addressesFor, pictureName, routesWithout, strayed, type Reader } from '../../bin/shots/addresses.ts'
import type { BrandTab } from '../../bin/shots/brand-tab.ts'
import { patternsOf } from '../../bin/shots/patterns.ts'
import { matchRoute, routeOf } from '../../shared/routes/match.ts'
import { PAYMENT_METHODS } from '../../shared/tenants/selling.ts'

const ID = 'abcdefghijklmnopqrstuv'
const LINK = `/activate-${ID}${ID}`

/** A window in which every page has a link to everything, of a brand that sells. */
const tab: BrandTab = {
  open: async () => {},
  run: async <T>(expression: string) => {
    const answer = { methods: PAYMENT_METHODS.map((id) => ({ id })), transactions: [{ payment_id: ID }] }
    return (expression.startsWith('fetch') ? { status: 200, answer } : expression.includes('/credits/') ? '20' : ID) as T
  }
}

const READERS: readonly Reader[] = ['visitor', 'member', 'newcomer', 'buyer']
const all = (await Promise.all(READERS.map((reader) => addressesFor(reader, tab, LINK)))).flat()

test('every route has a picture of some reader, with every way to pay and a single payment', () => {
  expect(routesWithout(all, true)).toEqual([])
  expect(all).toEqual(expect.arrayContaining(['/complete-signup', '/credits/repeat-order', '/transactions', `/transactions/${ID}`, LINK]))
  expect(all).toEqual(expect.arrayContaining(PAYMENT_METHODS.map((method) => `/credits/20/${method}`)))
  expect(routesWithout(['/'], false)).not.toContain('/credits')
})

test('an address of a reader is one of a route, or what the tool names itself', () => {
  expect(all.filter((path) => matchRoute(path) === null).toSorted()).toEqual(['/__dev/ui', '/nowhere', '/nowhere'])
})

test('the patterns of a route are those of each of its choices, with and without what it may leave out', () => {
  const patterns = (key: string) => patternsOf(routeOf(key)!)
  expect(patterns('likes-type')).toEqual(['/likes/received', '/likes/given', '/likes/matches'])
  expect(patterns('transactions-id')).toEqual(['/transactions', '/transactions/{id}'])
  expect(patterns('credits-id-paymentmethod')).toEqual(['/credits/{id}', ...PAYMENT_METHODS.map((method) => `/credits/{id}/${method}`)])
  // A campaign's slug changes nothing visible.
  expect(patterns('members-id-landing2')).toEqual(['/members/{id}/landing2'])
  expect(patterns('pricing')).toEqual(['/pricing'])
})

test('a page that moved its reader on is noticed, but no query', () => {
  expect(strayed('/members', 'http://afterdusk.localhost:8787/members?gender=woman')).toBeNull()
  expect(strayed('/complete-signup', 'http://afterdusk.localhost:8787/signup-matches')).toBe(
    '/complete-signup redirected to /signup-matches'
  )
})

test('a page’s picture has the same name in every run', () => {
  expect(['/', `/members/${ID}/chat`, LINK, '/landers/transitionsvideolanding'].map(pictureName)).toEqual([
    'index',
    'members-id-chat',
    'token',
    'landers-transitionsvideolanding'
  ])
})
