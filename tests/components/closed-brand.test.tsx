import { expect, test } from 'vitest'
import { CONTRACT, type EndpointName } from '../../shared/api/contract.ts'
import type { ErrorCode } from '../../shared/api/errors.ts'
import { href } from '../../shared/routes/match.ts'
import { id } from '../client/chat-fixtures.ts'
import { HttpError, mount, type Api } from './mount.tsx'
import { sentence } from './sentence.ts'

/**
 * Every page that a member can go to in an open tab and that shows nothing without an answer; every tab already has the first likes and
 * conversations.
 */
const PAGES = [
  href('index'),
  href('members'),
  href('members-id', { id: id('anna') }),
  href('chats-id', { id: id('chat') }),
  href('visitors'),
  href('swipe-game'),
  href('match-finder'),
  href('credits')
]

/** All calls are refused, as by the edge of a brand that is paused or has closed. */
function refuseAll(code: ErrorCode, retryAfter: number | null): Api {
  const refused = Object.assign(new HttpError(code), { retryAfter })
  return Object.fromEntries((Object.keys(CONTRACT) as EndpointName[]).map((name) => [name, () => refused]))
}

test.each(
  PAGES.flatMap((path) => [
    [path, 'site_closed', null],
    [path, 'site_paused', 3600]
  ]) as [string, ErrorCode, number | null][]
)('%s says in a tab that was open before what the brand is: %s', async (path, code, retryAfter) => {
  const { getByRole } = await mount(path, { fails: true, api: refuseAll(code, retryAfter) })
  const alert = getByRole('alert')
  await expect.element(alert.getByRole('heading', { name: sentence(`error.${code}`) })).toBeVisible()
  await expect.element(alert.getByRole('button', { name: sentence('error-page.reload') })).toBeVisible()
  await expect.element(alert.getByRole('button', { name: sentence('load-failed.retry') })).not.toBeInTheDocument()
})
