import { QueryClient } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import { keyOf } from '../../client/api/queries.ts'
import { applyEvent } from '../../client/live/apply-event.ts'
import { newPublicId } from '../../origin/db/public-id.ts'
import { inUnitOfWork } from '../../origin/db/unit-of-work.ts'
import { runSweeps } from '../../origin/jobs/sweeps.ts'
import { lockMembers } from '../../origin/members/lock-members.ts'
import { photoKey } from '../../origin/photos/photo-key.ts'
import { insertPhoto, settleMainPhoto } from '../../origin/photos/store.ts'
import { sendPushes } from '../../origin/push/send-pushes.ts'
import { apiQuery } from '../../shared/api/api-query.ts'
import { ENDPOINTS, type EndpointName } from '../../shared/api/contract.ts'
import type { EventType } from '../../shared/api/events.ts'
import { ROUTES } from '../../shared/routes/table.ts'
import { COUNTERS, MAILED_KINDS } from '../../shared/rules/news.ts'
import { block, eventsOf, give, like, NEWS_ACTS, pass, TIE_ACTS, visit, write } from '../fixtures/acts.ts'
import { readEvents } from '../fixtures/event-reader.ts'
import { readLastSeen, writeLastSeen } from '../fixtures/members.ts'
import type { TestMember, TestOrigin } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'
import { aBrowser } from '../fixtures/push-service.ts'
import { showsMembers } from '../fixtures/schemas.ts'
import { edgeBefore } from '../fixtures/site.ts'
import { exportOf } from '../fixtures/export.ts'

const SIDES = ['blocker', 'blocked'] as const
type Side = (typeof SIDES)[number]

const origin = sharedOrigin()

/** Someone who looks, someone who is seen, and the photo of the latter. */
interface Pair {
  me: TestMember
  other: TestMember
  photo: string
  conversation: string
}

/** A way in which an answer shows another member. */
interface Surface {
  site?: object
  /** What is special about the other member. */
  other?: Parameters<TestOrigin['aMember']>[0]
  /** What happened before, so that the other one is shown. */
  before?: (pair: Pair) => Promise<unknown>
  query?: (pair: Pair) => Record<string, string>
  /** The part of the answer that shows them; default: all of it. */
  part?: string
  /** Shown only once they are blocked. */
  onlyBlocked?: true
  /** What each side may deliberately still see of the other. */
  stays?: Partial<Record<Side, readonly (keyof ReturnType<typeof tracesOf>)[]>>
  /** Answered when something was pressed, and not again while the page is open. */
  once?: true
}

const SAID = 'Something for you alone'
const tracesOf = ({ other, photo }: Pair) => ({ id: other.id, name: other.row.name, photo, text: SAID })

const likedBack = async ({ me, other }: Pair) => {
  await like(origin, other, me)
  await like(origin, me, other)
}
const writesFirst = async (pair: Pair) => {
  pair.conversation = (await write(origin, pair.other, pair.me, SAID)).conversation_id
}
const NAMED = { blocker: ['id', 'name'] } as const
const OLD_CHAT = { blocked: ['text'] } as const

/** Every endpoint that shows members, in every way it does. */
const SURFACES: Partial<Record<EndpointName, Record<string, Surface>>> = {
  searchMembers: {
    results: { part: 'members' },
    similar: { part: 'similar', other: { country: 'BE' }, query: () => ({ country: 'NL' }) }
  },
  getMember: { profile: { query: ({ other }) => ({ id: other.id }), stays: NAMED } },
  getSignupMatches: {
    suggestions: { part: 'members' },
    'the profile that one signed up from': {
      part: 'interest',
      before: ({ me, other }) =>
        origin.deps.db.updateTable('members').set({ signup_interest_id: other.row.id }).where('id', '=', me.row.id).execute()
    }
  },
  listLikes: {
    received: { part: 'liked_by', before: ({ me, other }) => like(origin, other, me) },
    given: { part: 'profiles', before: ({ me, other }) => like(origin, me, other) },
    matches: { part: 'matches', before: likedBack, query: () => ({ type: 'matches' }) }
  },
  getLike: { modal: { before: likedBack, query: ({ other }) => ({ id: other.id }) } },
  autoLike: {
    suggestion: { site: { auto_like: 'suggestion' }, once: true },
    greeting: { site: { auto_like: 'consented' }, other: { greets_newcomers: true }, once: true }
  },
  findMatches: {
    ranked: {
      before: ({ me, other }) => origin.call('answerMatchFinder', { as: me, body: { ...ANYONE, country: other.row.country } })
    }
  },
  getSwipeDeck: {
    cards: { part: 'cards' },
    passed: { part: 'passed', before: ({ me, other }) => pass(origin, me, other) }
  },
  getHome: {
    likes: { part: 'likes', before: ({ me, other }) => like(origin, other, me) },
    chats: { part: 'chats', before: writesFirst },
    people: { part: 'people' }
  },
  listVisits: { list: { part: 'visits', before: ({ me, other }) => visit(origin, other, me) } },
  listChats: { list: { part: 'chats', before: writesFirst, stays: OLD_CHAT } },
  getChat: {
    'by conversation': { before: writesFirst, query: ({ conversation }) => ({ conversation }), stays: OLD_CHAT },
    'by member': { before: writesFirst, query: ({ other }) => ({ member: other.id }) },
    'not begun': { query: ({ other }) => ({ member: other.id }) }
  },
  listBlocked: { list: { onlyBlocked: true, stays: NAMED } },
  exportData: {
    'all ties': {
      before: async (pair) => {
        await writesFirst(pair)
        for (const [tie, act] of Object.entries(TIE_ACTS))
          if (tie !== 'blocks') {
            await act(origin, pair.other, pair.me)
            if (tie !== 'passes') await act(origin, pair.me, pair.other)
          }
      },
      // Whom they blocked; and their own old conversations, as with someone who left.
      stays: { blocker: ['name', 'text'], blocked: ['text'] },
      once: true
    }
  }
}
const ANYONE = { genders: [], min_age: 18, max_age: 99, country: null, region: null, interests: [], reasons: [] }

/** Two members alone in a pool. */
let sites = 0
async function aPair({ site, other: special }: Pick<Surface, 'site' | 'other'>): Promise<Pair> {
  const tenant = `block${++sites}`
  await origin.publish({ id: tenant, countries: ['NL', 'BE'], ...site })
  const [me, other] = [await origin.aMember({ tenant }), await origin.aMember({ tenant, ...special })]
  const photo = newPublicId()
  await inUnitOfWork(origin.deps, async ({ db }) => {
    await lockMembers(db, [other.row.id])
    await insertPhoto(db, { publicId: photo, member: other.row.id, status: 'active', dhash: '0'.repeat(64), now: origin.now() })
    await settleMainPhoto(db, other.row.id)
  })
  return { me, other, photo, conversation: '' }
}

const blockFrom = (side: Side, { me, other }: Pair) => (side === 'blocker' ? block(origin, me, other) : block(origin, other, me))

/** An answer as it is cached and as text; of a zip the texts in it. */
async function see(name: EndpointName, as: TestMember, query: Record<string, string>) {
  if (name !== 'exportData') return await origin.call(name, { as, query })
  const { files } = await exportOf(origin, as)
  const texts = [...files].flatMap(([file, bytes]) => (file.endsWith('.json') ? [String(bytes)] : []))
  return { body: {}, text: texts.join('\n') }
}

describe('on every surface', () => {
  test('there are those that the contract has', () => {
    const derived = ENDPOINTS.filter((endpoint) => endpoint.method === 'GET' && showsMembers(endpoint)).map(({ name }) => name)
    // The stream has a test of its own.
    expect([...Object.keys(SURFACES), 'streamEvents'].sort()).toEqual(derived.filter((name) => name !== 'getOpenApi').sort())
  })

  const all = Object.entries(SURFACES).flatMap(([name, ways]) =>
    Object.entries(ways).flatMap(([way, surface]) => SIDES.map((side) => ({ name: name as EndpointName, way, side, surface })))
  )
  test.each(all)('$name ($way) shows the $side nothing of the other, nor does an open page keep it', async ({ name, side, surface }) => {
    const pair = await aPair(surface)
    const { before, query = () => ({}), part, onlyBlocked = false, stays, once = false } = surface
    await before?.(pair)
    const asked = query(pair)
    const shown = await see(name, pair.me, asked)
    const said = part ? JSON.stringify((shown.body as Record<string, unknown>)[part]) : shown.text
    expect([pair.other.id, pair.other.row.name].some((trace) => said.includes(trace))).toBe(!onlyBlocked)
    const queryClient = new QueryClient()
    const key = keyOf(apiQuery(name, asked))
    queryClient.setQueryData(key, shown.body)
    const known = (await eventsOf(origin, pair.me)).length

    await blockFrom(side, pair)
    const traces = Object.entries(tracesOf(pair)).filter(([trace]) => !stays?.[side]?.includes(trace as keyof ReturnType<typeof tracesOf>))
    const { text } = await see(name, pair.me, asked)
    expect(traces.filter(([, trace]) => text.includes(trace))).toEqual([])
    for (const { type, data } of (await eventsOf(origin, pair.me)).slice(known))
      applyEvent(queryClient, type as EventType, JSON.stringify(data))
    expect(queryClient.getQueryState(key)?.isInvalidated).toBe(!once)
  })
})

describe('what a fictional profile sees of members', () => {
  const TOLD = { about: 'A life beyond this conversation', interests: ['art'], date_of_birth: '1989-03-04' }
  const all = Object.entries(SURFACES).flatMap(([name, ways]) =>
    Object.entries(ways).flatMap(([way, surface]) => (surface.onlyBlocked ? [] : [{ name: name as EndpointName, way, surface }]))
  )

  /** The same pair with the company's staff in the place of the one who looks, after all that happened before. */
  async function asStaff({ site, other, before }: Surface, interests = ['art']): Promise<Pair> {
    const pair = await aPair({ site: { fictional_profiles: true, ...site }, other: { ...TOLD, ...other } })
    await before?.(pair)
    await origin.deps.db.updateTable('members').set({ fictional: true, interests }).where('id', '=', pair.me.row.id).execute()
    return pair
  }
  const saidOf = ({ text }: { text: string }, { other, photo }: Pair) => ({
    named: [other.id, other.row.name].some((trace) => text.includes(trace)),
    more: [photo, TOLD.about, TOLD.date_of_birth, '"art"'].filter((trace) => text.includes(trace))
  })

  test.each(all)('$name ($way) names only members who talk to it, and shows no one’s photos or profile', async ({ name, surface }) => {
    // An export has one's own interests.
    const pair = await asStaff(surface, name === 'exportData' ? [] : ['art'])
    const shown = await see(name, pair.me, surface.query?.(pair) ?? {})
    expect(saidOf(shown, pair)).toEqual({ named: pair.conversation !== '', more: [] })
  })

  test('a conversation opens the card alone: no photo, not even by an address from before, no interests, no texts, no gifts', async () => {
    const pair = await aPair({ site: { fictional_profiles: true }, other: TOLD })
    await writesFirst(pair)
    await give(origin, pair.me, pair.other)
    const read = async () => await origin.call('getMember', { as: pair.me, query: { id: pair.other.id } })
    const load = async (address: string) => {
      const { origin: _, pathname, search } = new URL(address, 'http://media')
      return (await origin.send(pathname + search, { tenant: pair.me.tenant, headers: { cookie: `auth=${pair.me.cookie}` } })).status
    }
    const before = (await read()).body.member!
    await origin.deps.media.put(photoKey(pair.photo, 'full'), new Uint8Array([1]))
    expect(await load(before.main_image!.filename)).toBe(200)
    await origin.deps.db.updateTable('members').set({ fictional: true }).where('id', '=', pair.me.row.id).execute()
    const after = await read()
    expect(saidOf(after, pair)).toEqual({ named: true, more: [] })
    expect(after.body.member).toMatchObject({
      name: pair.other.row.name,
      age: before.age,
      main_image: null,
      photo_count: 0,
      interests: [],
      gifts: [],
      prompts: [],
      looking_for: []
    })
    expect(await load(before.main_image!.filename)).toBe(404)
  })

  test('it still sees its own profile as others do', async () => {
    const { me } = await asStaff({})
    expect((await origin.call('getMember', { as: me, query: { id: me.id } })).body.member).toMatchObject({ id: me.id, interests: ['art'] })
  })
})

test.each(SIDES)('what counts members doesn’t count the other for the %s', async (side) => {
  const pair = await aPair({})
  for (const act of Object.values(NEWS_ACTS)) await act(origin, pair.other, pair.me)
  const counts = async () => {
    const { user } = (await origin.call('getUser', { as: pair.me })).body
    return [(await origin.call('countMembers', { as: pair.me })).body.total, ...COUNTERS.map((counter) => user[counter])]
  }
  expect(await counts()).toEqual([1, 1, 1, 1])
  await blockFrom(side, pair)
  // Their old conversation stays, with what is unread in it.
  const unread = side === 'blocked' ? 1 : 0
  expect(await counts()).toEqual([0, unread, 0, 0])
})

test.each(SIDES)('an open stream of the %s says that lists changed, and nothing more, whatever the other does', async (side) => {
  const { other, ...pair } = await aPair({})
  const { me } = pair
  const stranger = await origin.aMember({ tenant: me.tenant })
  const response = await origin.send('/api/events.php', { tenant: me.tenant, headers: { cookie: `auth=${me.cookie}` } })
  const stream = readEvents(response)
  await blockFrom(side, { ...pair, other })
  for (const act of Object.values(NEWS_ACTS)) await expect(act(origin, other, me)).rejects.toThrow()
  for (const beat of ['stayPresent', 'pageHidden'] as const) await origin.call(beat, { as: other })
  await origin.call('updateProfile', { as: other, body: { about: 'Another life' } })
  await like(origin, stranger, me)
  const [first, second] = [await stream.next(), await stream.next()]
  expect(first).toMatchObject({ type: side === 'blocker' ? 'blocks_changed' : 'contacts_changed', data: {} })
  expect(second).toMatchObject({ type: 'like', data: { profile_id: stranger.id } })
  await stream.cut()
})

const AWAY = SIDES.flatMap((side) => MAILED_KINDS.map((kind) => ({ side, kind })))
test.each(AWAY)('no mail and no push tells the $side of $kind from before the block', async ({ side, kind }) => {
  const pair = await aPair({})
  const control = await origin.aMember({ tenant: pair.me.tenant })
  const preferences = { messages: 'at_once', likes: 'at_once', visits: 'at_once' }
  const readers = await Promise.all(
    [pair.me, control].map(async (reader) => {
      const browser = aBrowser()
      await origin.call('subscribePush', { as: reader, query: { push: '1' }, body: { subscription: browser.subscription } })
      expect((await origin.call('updateNotifications', { as: reader, body: { preferences, push: { visit: true } } })).status).toBe(200)
      origin.advance(1)
      await NEWS_ACTS[kind](origin, pair.other, reader)
      return { reader, browser }
    })
  )
  const seen = await readLastSeen(origin.deps.db, pair.me.row.id)
  origin.advance(1)
  await blockFrom(side, pair)
  // Blocking counts as being here; that must not be what prevents the mail.
  await writeLastSeen(origin.deps.db, pair.me.row.id, seen)
  origin.advance(3600)
  await runSweeps(origin.deps)
  await sendPushes(origin.deps)
  const told = readers.map(async ({ reader, browser }) => [(await origin.mails(reader.row.email)).length, browser.pushed.length])
  expect(await Promise.all(told)).toEqual([
    [0, 0],
    [1, 1]
  ])
})

test.each(SIDES)('no page of the %s that names the other in its address says anything of them', async (side) => {
  const pair = await aPair({ other: { shown_to_visitors: true } })
  await likedBack(pair)
  await writesFirst(pair)
  const edge = edgeBefore(origin)
  const pages = ROUTES.filter(({ key, pattern }) => pattern.includes('{id}') && key !== 'credits-id-paymentmethod').map(
    ({ key, pattern }) => {
      const id = key === 'chats-id' ? pair.conversation : pair.other.id
      return { key, path: pattern.replace('{id}', id).replace('/{slug?}', '') }
    }
  )
  const read = async (path: string): Promise<string> => {
    const headers = { cookie: `__Host-auth=${pair.me.cookie}` }
    const { domain } = origin.tenant(pair.me.tenant).settings
    const answer = await edge.fetch(new Request(`http://${domain}${path}`, { headers }), { ip: '203.0.113.7', country: 'NL' })
    const to = answer.headers.get('location')
    return to === null ? await answer.text() : await read(to)
  }
  const texts = () => Promise.all(pages.map(async ({ key, path }) => ({ key, text: await read(path) })))
  expect((await texts()).filter(({ text }) => !text.includes(pair.other.row.name))).toEqual([])
  await blockFrom(side, pair)
  const leading =
    side === 'blocker' ? ['members-id', 'members-id-signup', 'members-id-landing', 'members-id-landing2', 'members-id-landing3'] : []
  const said = (await texts()).map(({ key, text }) => ({
    key,
    said: [pair.other.row.name, pair.photo].filter((trace) => text.includes(trace))
  }))
  // The blocker's page of the other has the name and the button to unblock; what leads to it ends there.
  for (const { key, said: traces } of said) expect([key, traces]).toEqual([key, leading.includes(key) ? [pair.other.row.name] : []])
})
