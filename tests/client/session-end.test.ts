import { beforeEach, expect, test, vi } from 'vitest'
import { checkCsrf } from '../../origin/http/check-csrf.ts'
import { HttpError } from '../../origin/http/http-error.ts'
import { CONTRACT } from '../../shared/api/contract.ts'
import { EXPECTED_MEMBER } from '../../shared/api/endpoint.ts'
import { ERROR_STATUS, errorBody, type ErrorCode } from '../../shared/api/errors.ts'

/** What the page did: where it went, and what it told other tabs. */
let done: string[] = []
/** Whose session the browser's cookie belongs to by now. */
let session: string | null = null
/** What the channel says in the tab that listens. */
let hears = new EventTarget()

class Tab {
  removeItem(key: string): void {
    delete (this as Record<string, unknown>)[key]
  }
}

/** What another tab of this browser keeps. */
let other = new Tab()

/** Runs it with the storage of the other tab. */
function inOtherTab(run: () => void): void {
  const own = sessionStorage
  vi.stubGlobal('sessionStorage', other)
  run()
  vi.stubGlobal('sessionStorage', own)
}

const refused = (code: ErrorCode) => Response.json(errorBody(code), { status: ERROR_STATUS[code] })

/** Answers `user.php` as the origin does. */
async function answer(path: string, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers)
  const endpoint = Object.values(CONTRACT).find((one) => one.path === path && one.method === (init.method ?? 'GET'))!
  try {
    checkCsrf(endpoint, headers)
  } catch (error) {
    return refused((error as HttpError).code)
  }
  if (session === null) return refused('authentication_required')
  return (headers.get(EXPECTED_MEMBER) ?? session) === session ? Response.json({}) : refused('member_changed')
}

beforeEach(() => {
  done = []
  hears = new EventTarget()
  other = new Tab()
  vi.stubGlobal('sessionStorage', new Tab())
  const location = {
    pathname: '/likes',
    search: '',
    reload: () => void done.push('reload'),
    assign: (target: string) => void done.push(target),
    replace: (target: string) => void done.push(target)
  }
  vi.stubGlobal('window', { location, addEventListener: () => {} })
  vi.stubGlobal('document', { visibilityState: 'visible', hasFocus: () => true })
  vi.stubGlobal('fetch', answer)
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage = (member: string | null) => {
        done.push(`tabs: ${member}`)
        inOtherTab(() => hears.dispatchEvent(new MessageEvent('message', { data: member })))
      }
      addEventListener = hears.addEventListener.bind(hears)
      close = () => {}
    }
  )
  return () => {
    vi.unstubAllGlobals()
    // A session ends once: the next page, and the next file, has modules of its own.
    vi.resetModules()
  }
})

/** The page of `anna`, one of whose calls was refused. */
async function refuse(): Promise<void> {
  const { setPageMember } = await import('../../client/api/page-member.ts')
  const { sessionEnded } = await import('../../client/session/session-end.ts')
  setPageMember('anna')
  sessionEnded()
  await vi.waitFor(() => expect(done).not.toEqual([]))
}

test.each(['anna', 'ben'])(
  'a page whose session was replaced by one of %s reloads, and other tabs aren’t told that it ended',
  async (now) => {
    session = now
    await refuse()
    expect(done).toEqual(['reload'])
  }
)

test('a page whose session has ended goes to the log-in and tells other tabs', async () => {
  session = null
  await refuse()
  expect(done).toEqual(['tabs: null', '/login?next=%2Flikes&ended=1'])
})

test.each([
  ['logs out', true, async () => (await import('../../client/session/session-end.ts')).logOut()],
  ['deletes their account', true, async () => (await import('../../client/session/session-end.ts')).accountDeleted()],
  ['is logged out', false, refuse]
])('when the member %s, what another tab keeps for them goes: %s', async (_what, goes, end) => {
  const [{ createQueryClient }, { startMemberWatch }] = await Promise.all([
    import('../../client/api/query-client.ts'),
    import('../../client/session/member-watch.ts')
  ])
  const user = { user: { id: 'anna' } }
  const queries = createQueryClient([[{ endpoint: 'getUser', query: {} }, user]])
  startMemberWatch(queries)
  session = 'anna'
  Object.assign(other, { 'draft:anna:profile': '{}', 'scroll:1': '90' })
  if (!goes) session = null
  await end()
  await vi.waitFor(() => expect(done).toContain('tabs: null'))
  expect(Object.keys(other)).toEqual(goes ? ['scroll:1'] : ['draft:anna:profile', 'scroll:1'])
  // It asks whether it is still anyone's page.
  expect(queries.getQueryState(['getUser', {}])?.isInvalidated).toBe(true)
})
