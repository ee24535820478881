import { patternsOf } from '../../../bin/shots/patterns.ts'
import { ROUTES } from '../../../shared/routes/table.ts'
import type { Route } from '../../../shared/routes/route.ts'
import { sentence } from '../../fixtures/sentence.ts'
import { at, type Person } from '../browser.ts'
import type { Brand } from './brands.ts'

/** A mailed link's page needs its link, and completing a sign-up someone who has just signed up: both are visited separately. */
const OWN_VISIT = ['token', 'complete-signup']

const without = (access: Route['access']) => ROUTES.filter((route) => route.access !== access && !OWN_VISIT.includes(route.key))

/** The pattern of each page's address for visitors, in each of its states, and of one that does not exist. */
export const VISITORS_PATTERNS = allPatterns(without('member'))
/** The same for members; those of visitors' landing pages lead members to the profile. */
export const MEMBERS_PATTERNS = allPatterns(without('visitor').filter(({ forMembers }) => forMembers === null))

function allPatterns(routes: readonly Route[]): string[] {
  const inEachState = (route: Route) =>
    patternsOf(route).flatMap((pattern) => [pattern, ...route.flags.map((flag) => `${pattern}?${flag}=1`)])
  return [...routes.flatMap(inEachState), '/nowhere']
}

/** Real values for the parameters of a pattern, on one brand. */
export type Ids = Readonly<Record<string, string>>

/** The path of a pattern: with an id of the brand where it needs one. */
export function pathOf(pattern: string, ids: Ids): string {
  const start = Object.keys(ids).find((one) => pattern.startsWith(one))
  const path = start === undefined ? pattern : pattern.replace(/\{\w+\}/, ids[start]!)
  if (path.includes('{')) throw new Error(`There is no address for ${pattern}`)
  return path
}

/** Those that a visitor finds on a brand. */
export async function idsForVisitors({ page }: Person, { tenant }: Brand): Promise<Ids> {
  await page.goto(at(tenant, '/members'))
  return { '/members/{id}': await idIn(page, '/members/') }
}

/** Those that a member finds on a brand; they order something and pay, so that they have a receipt. */
export async function idsForMembers({ page }: Person, { tenant, language }: Brand): Promise<Ids> {
  const first = async (path: string, start: string) => {
    await page.goto(at(tenant, path))
    return await idIn(page, start)
  }
  const ids = {
    '/members/{id}': await first('/members', '/members/'),
    '/chats/{id}': await first('/chats', '/chats/'),
    '/likes/m/{id}': await first('/likes', '/members/'),
    '/credits/{id}': await first('/credits', '/credits/')
  }
  await page.goto(at(tenant, `/credits/${ids['/credits/{id}']}`))
  await page.getByRole('button', { name: sentence('checkout.submit', {}, language) }).click()
  await page.waitForURL((url) => url.pathname.startsWith('/pay/'))
  await page.locator('button[value="pay"]').click()
  await page.waitForURL('**/transactions/*')
  return { ...ids, '/transactions/{id}': new URL(page.url()).pathname.split('/').at(-1)! }
}

async function idIn(page: Person['page'], start: string): Promise<string> {
  return (await page.getByRole('main').locator(`a[href^="${start}"]`).first().getAttribute('href'))!.split(/[/?]/)[2]!
}
