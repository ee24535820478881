import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyOf } from '../../client/api/queries.ts'
import { applyEvent } from '../../client/live/apply-event.ts'
import { setPremium } from '../../origin/accounts/life-cycle/set-premium.ts'
import { inUnitOfWork } from '../../origin/db/unit-of-work.ts'
import { apiQuery, type ApiQuery } from '../../shared/api/api-query.ts'
import { ENDPOINTS, type EndpointName } from '../../shared/api/contract.ts'
import { EVENTS, type EventType } from '../../shared/api/events.ts'
import { block, eventsOf, like, visit, write } from '../fixtures/acts.ts'
import { createWorld, PASSWORD, tokenOf, type TestMember, type World } from '../fixtures/origin.ts'
import { aPicture } from '../fixtures/pictures.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  // Addresses of pictures change with real time.
  const real = Date.now()
  world.deps.realNow = () => real
})
afterAll(() => world.close())

/** Two members who have a conversation, and its id. */
interface Pair {
  me: TestMember
  other: TestMember
  conversation: string
}

interface Act {
  /** What existed before the page was loaded. */
  before?: (pair: Pair) => Promise<unknown>
  does: (pair: Pair) => Promise<unknown>
  /** What isn't compared, for a reason. */
  without?: readonly string[]
}

const readOn = (as: TestMember, { conversation }: Pair) => world.call('readChat', { as, body: { conversation, position: 2 } })

async function changeAddress({ me }: Pair): Promise<void> {
  const email = `new.${me.row.email}`
  await world.call('requestMailChange', { as: me, body: { email, password: PASSWORD } })
  const [mail] = await world.mails(email)
  expect((await world.call('useToken', { as: me, body: { token: tokenOf(mail) } })).status).toBe(200)
}

/** For each type of event an action that sends the member an event of that type. */
const ACTS: Record<EventType, Act> = {
  message: { does: ({ me, other }) => write(world, other, me, 'Something new') },
  read: { does: (pair) => readOn(pair.other, pair) },
  chat_seen: { does: (pair) => readOn(pair.me, pair) },
  chats_changed: { does: ({ me, conversation }) => world.call('deleteChat', { as: me, body: { conversation } }) },
  like: { does: ({ me, other }) => like(world, other, me) },
  match: { before: ({ me, other }) => like(world, me, other), does: ({ me, other }) => like(world, other, me) },
  likes_changed: { does: ({ me, other }) => like(world, me, other) },
  likes_seen: {
    before: ({ me, other }) => like(world, other, me),
    does: ({ me, other }) => world.call('visitMember', { as: me, body: { id: other.id } })
  },
  visit: { does: ({ me, other }) => visit(world, other, me) },
  visits_seen: { before: ({ me, other }) => visit(world, other, me), does: ({ me }) => world.call('seeVisits', { as: me, body: {} }) },
  contacts_changed: { does: ({ other }) => world.call('deleteAccount', { as: other, body: { password: PASSWORD } }) },
  blocks_changed: {
    does: ({ me, other }) => block(world, me, other),
    // An open page of the blocked member stays, since it has the button to unblock.
    without: ['getMember', 'getChat']
  },
  account_changed: { does: ({ me }) => world.call('updateUser', { as: me, body: { language: 'de' } }) },
  address_changed: { does: changeAddress },
  profile_changed: { does: ({ me }) => world.call('updateProfile', { as: me, body: { about: 'Words that were not there before' } }) },
  photos_changed: { does: async ({ me }) => await world.call('addPhoto', { as: me, body: await aPicture() }) },
  premium_changed: { does: ({ me }) => inUnitOfWork(world.deps, (unit) => setPremium(unit, me.row.id, true)) },
  notifications_changed: { does: ({ me }) => world.call('updateNotifications', { as: me, body: { preferences: { likes: 'weekly' } } }) },
  everything_changed: { does: ({ me, other }) => write(world, other, me, 'What nobody was told') }
}

/** Suggestions and counts of a search stay as they are while the page that shows them is open. */
const STAYS = ['getSignupMatches', 'findMatches', 'countMembers']

/** The endpoints that read what only a member has. */
const OWN_READS = ENDPOINTS.filter(
  ({ name, method, audience, answer, changes }) =>
    method === 'GET' && audience === 'member' && answer === 'json' && !changes && !STAYS.includes(name)
).map(({ name }) => name as EndpointName)

/** Everything that a member's pages show of themselves and of the other member. */
function questionsOf({ me, other, conversation }: Pair): ApiQuery[] {
  const about: Partial<Record<EndpointName, Record<string, string>[]>> = {
    getChat: [{ conversation }, { member: other.id }],
    getMember: [{ id: me.id }, { id: other.id }],
    getLike: [{ id: other.id }],
    listLikes: [{}, { type: 'matches' }]
  }
  return [...OWN_READS, 'getMember' as const].flatMap((name) => (about[name] ?? [{}]).map((query) => apiQuery(name, query)))
}

async function answerTo({ endpoint, query }: ApiQuery, me: TestMember): Promise<unknown> {
  const { status, body } = await world.call(endpoint, { as: me, query })
  return status === 200 ? body : { status }
}

test.each(Object.keys(EVENTS) as EventType[])('old answers and the event %s are together what fresh answers are [SCR-5]', async (type) => {
  const [me, other] = [await world.aMember(), await world.aMember()]
  await write(world, me, other, 'First')
  const pair = { me, other, conversation: (await write(world, other, me, 'Second')).conversation_id }
  world.advance(1)
  const { before, does, without = [] } = ACTS[type]
  const questions = questionsOf(pair).filter(({ endpoint }) => !without.includes(endpoint))
  await before?.(pair)
  const queryClient = new QueryClient()
  for (const question of questions) {
    const answer = await answerTo(question, me)
    expect(answer, JSON.stringify(question)).not.toHaveProperty('status')
    queryClient.setQueryData(keyOf(question), answer)
  }
  const known = (await eventsOf(world, me)).length

  await does(pair)
  // A gap is not stored as an event: the stream itself reports it.
  const events = type === 'everything_changed' ? [{ type, data: {} }] : (await eventsOf(world, me)).slice(known)
  expect(events.map((event) => event.type)).toContain(type)
  for (const event of events) applyEvent(queryClient, event.type as EventType, JSON.stringify(event.data))

  const refetched = questions.filter((question) => queryClient.getQueryState(keyOf(question))?.isInvalidated)
  for (const question of questions) {
    if (!refetched.includes(question))
      expect(queryClient.getQueryData(keyOf(question)), JSON.stringify(question)).toEqual(await answerTo(question, me))
  }
  // What is applied directly refetches nothing but the home, which shows conversations only while they are unread.
  const direct: Partial<Record<EventType, EndpointName[]>> = { message: ['getHome'], read: [] }
  if (direct[type]) expect(refetched.map(({ endpoint }) => endpoint)).toEqual(direct[type])
  else expect(refetched.length).toBeGreaterThan(0)
})
