import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyOf } from '../../client/api/queries.ts'
import { conversationOf } from '../../client/chat/use-conversation.ts'
import { applyEvent } from '../../client/live/apply-event.ts'
import { setPremium } from '../../origin/accounts/life-cycle/set-premium.ts'
import { spend } from '../../origin/credits/spend.ts'
import { inUnitOfWork } from '../../origin/db/unit-of-work.ts'
import { announce } from '../../origin/events/announce.ts'
import { removeMessages } from '../../origin/moderation/remove-messages.ts'
import { takeMailEvent } from '../../origin/notifications/take-mail-event.ts'
import { moderatePhoto } from '../../origin/photos/moderate-photo.ts'
import type { OutgoingSms } from '../../origin/providers/sms.ts'
import { apiQuery, type ApiQuery } from '../../shared/api/api-query.ts'
import { ENDPOINTS, type EndpointName } from '../../shared/api/contract.ts'
import { EVENTS, type EventType } from '../../shared/api/events.ts'
import { block, eventsOf, give, like, report, sendPhoto, unlike, visit, write } from '../fixtures/acts.ts'
import { PASSWORD, tokenOf, type TestMember } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'
import { anOrder, order, startPayments, type Payments } from '../fixtures/payments.ts'
import { aPicture, givePhoto } from '../fixtures/pictures.ts'

const origin = sharedOrigin()
let payments: Payments
const texts: OutgoingSms[] = []
beforeAll(async () => {
  origin.deps.sms = { send: async (sms) => void texts.push(sms) }
  payments = await startPayments(origin)
  await origin.publish({ id: 'velvet', fictional_profiles: true })
})
afterAll(() => payments.close())

/** Signed up too long ago to be offered a discount. */
const LONG_AGO = new Date('2026-01-01T00:00:00Z')

/** Two members who have a conversation, and its id. */
interface Pair {
  me: TestMember
  other: TestMember
  conversation: string
  /** An order of mine, at the provider's page. */
  order: string
  /** Filters that find only the other member. */
  search: Record<string, string>
}

/** Of an age that no one else has: a search for it finds only them. */
let age = 20

interface Act {
  /** State from before the page was loaded. */
  before?: (pair: Pair) => Promise<unknown>
  does: (pair: Pair) => Promise<unknown>
}

const readOn = (as: TestMember, { conversation }: Pair) => origin.call('readChat', { as, body: { conversation, position: 2 } })

async function changeAddress({ me }: Pair): Promise<void> {
  const email = `new.${me.row.email}`
  await origin.call('requestMailChange', { as: me, body: { email, password: PASSWORD } })
  const [mail] = await origin.mails(email)
  expect((await origin.call('useToken', { as: me, body: { token: tokenOf(mail) } })).status).toBe(200)
}

/** Pays with credits, as unlocking a photo does. */
async function pay({ row }: TestMember): Promise<void> {
  await inUnitOfWork(origin.deps, async (unit) => {
    const { balance } = await spend(unit.db, {
      member: row.id,
      tenant: 'velvet',
      credits: 10,
      reason: 'photo',
      key: 'photo',
      now: unit.now
    })
    await announce(unit, [{ to: row.id, type: 'credits_changed', data: { credits: balance } }])
  })
}

const ACCOUNT = { holder: 'A. Member', iban: 'NL91ABNA0417164300', phone: '+31612345678' }

/** Signs a mandate of direct debit by the code from the phone. */
async function signMandate(as: TestMember): Promise<void> {
  const { waiting } = (await origin.call('startDirectDebit', { as, body: { ...ACCOUNT, phone: '+31612345679' } })).body
  await origin.idle()
  const code = /\d{6}/.exec(texts.at(-1)!.text)![0]
  expect((await origin.call('signDirectDebit', { as, body: { id: waiting!.id, code } })).status).toBe(200)
}

/** Reports a message of the other member, which a moderator then removes. */
async function removeReported({ me, other, conversation }: Pair, position: number): Promise<void> {
  const { reference } = await report(origin, me, other, { member: undefined, conversation })
  const order = { report: reference, messages: [position], rule: 'harassment', reasons: 'Rude.', author: 'mia' } as const
  expect(await inUnitOfWork(origin.deps, (unit) => removeMessages(unit, order))).toMatchObject({ done: true })
}

/** For each type of event an action that sends the member an event of that type. */
const ACTS: Record<EventType, Act> = {
  message: { does: ({ me, other }) => write(origin, other, me, 'Something new') },
  read: { does: (pair) => readOn(pair.other, pair) },
  chat_seen: { does: (pair) => readOn(pair.me, pair) },
  heart: {
    does: (pair) => origin.call('giveHeart', { as: pair.me, body: { conversation: pair.conversation, position: 2, heart: true } })
  },
  message_taken_back: {
    does: (pair) => origin.call('takeBackMessage', { as: pair.other, body: { conversation: pair.conversation, position: 2 } })
  },
  typing: { does: ({ other, conversation }) => origin.call('tellTyping', { as: other, body: { conversation } }) },
  photo_shown: {
    does: ({ me, conversation }) => origin.call('showPhoto', { as: me, body: { conversation, position: 3 } })
  },
  chats_changed: { does: ({ me, conversation }) => origin.call('deleteChat', { as: me, body: { conversation } }) },
  like: { does: ({ me, other }) => like(origin, other, me) },
  match: { before: ({ me, other }) => like(origin, me, other), does: ({ me, other }) => like(origin, other, me) },
  likes_changed: { does: ({ me, other }) => like(origin, me, other) },
  likes_seen: {
    before: ({ me, other }) => like(origin, other, me),
    does: ({ me, other }) => origin.call('visitMember', { as: me, body: { id: other.id } })
  },
  visit: { does: ({ me, other }) => visit(origin, other, me) },
  visits_seen: { before: ({ me, other }) => visit(origin, other, me), does: ({ me }) => origin.call('seeVisits', { as: me, body: {} }) },
  contacts_changed: { does: ({ other }) => origin.call('deleteAccount', { as: other, body: { password: PASSWORD } }) },
  blocks_changed: { does: ({ me, other }) => block(origin, me, other) },
  account_changed: { does: ({ me }) => origin.call('updateUser', { as: me, body: { language: 'de' } }) },
  address_changed: { does: changeAddress },
  profile_changed: { does: ({ me }) => origin.call('updateProfile', { as: me, body: { about: 'Words that were not there before' } }) },
  photos_changed: { does: async ({ me }) => await origin.call('addPhoto', { as: me, body: await aPicture() }) },
  payment: { does: ({ order }) => payments.choose(order, 'pay') },
  photo_unlocked: {
    before: async ({ other }) => [await givePhoto(origin, other), await givePhoto(origin, other)],
    does: async ({ me, other }) => {
      const { photos } = (await origin.call('listPhotos', { as: other })).body
      return await origin.call('unlockPhoto', { as: me, body: { photo: photos[1]!.id, credits: 1 } })
    }
  },
  gifts_changed: { does: ({ me, other }) => give(origin, me, other) },
  premium_changed: { does: ({ me }) => inUnitOfWork(origin.deps, (unit) => setPremium(unit, me.row.id, true)) },
  notifications_changed: { does: ({ me }) => origin.call('updateNotifications', { as: me, body: { preferences: { likes: 'weekly' } } }) },
  limits_changed: { does: ({ me }) => origin.call('setLimits', { as: me, body: { pause: 'week' } }) },
  mandate_changed: {
    does: ({ me }) => origin.call('startDirectDebit', { as: me, body: ACCOUNT })
  },
  card_changed: {
    before: ({ me }) => order(origin, payments, me, 'pay', { save_card: true }),
    does: async ({ me }) => {
      const { stored_card: card } = (await origin.call('getSavedMethods', { as: me })).body
      return await origin.call('removeStoredCard', { as: me, body: { id: card!.id } })
    }
  },
  credits_changed: { before: ({ order }) => payments.choose(order, 'pay'), does: ({ me }) => pay(me) },
  everything_changed: { does: ({ me, other }) => write(origin, other, me, 'A message without an event of its own') }
}

/** Suggestions and counts of a search stay as they are while the page that shows them is open, unless someone leaves. */
const STAYS = ['getSignupMatches', 'findMatches', 'countMembers']

/** The endpoints that read what only a member has. */
const OWN_READS = ENDPOINTS.filter(
  ({ name, method, audience, answer, changes }) =>
    method === 'GET' && audience === 'member' && answer === 'json' && !changes && !STAYS.includes(name)
).map(({ name }) => name as EndpointName)

/** Everything that a member's pages show of themselves and of the other member. */
function questionsOf({ me, other, conversation, order, search }: Pair): ApiQuery[] {
  const about: Partial<Record<EndpointName, Record<string, string>[]>> = {
    getChat: [{ conversation }, { member: other.id }],
    getChatPhoto: [{ conversation, position: '3' }],
    getMember: [{ id: me.id }, { id: other.id }],
    getDiscountCode: [{ code: 'TIMEBONUS25' }],
    getWelcomeCode: [{ welcome: 'true' }],
    getLike: [{ id: other.id }],
    searchMembers: [search],
    getPayment: [{ id: order }],
    listLikes: [{}, { type: 'matches' }]
  }
  return [...OWN_READS, 'getMember' as const, 'searchMembers' as const].flatMap((name) =>
    (about[name] ?? [{}]).map((query) => apiQuery(name, query))
  )
}

async function answerTo({ endpoint, query }: ApiQuery, me: TestMember): Promise<unknown> {
  const { status, body } = await origin.call(endpoint, { as: me, query })
  return status === 200 ? body : { refused: status }
}

const chatOf = async ({ me, conversation }: Pair) => (await origin.call('getChat', { as: me, query: { conversation } })).body

/** The rest of a conversation's answer. */
function withoutMessages(answer: unknown): unknown {
  const { messages: _, ...others } = { messages: null, ...(answer as object) }
  return others
}

/** Other actions that cause an event: by them it changes further answers. */
const MORE: [type: EventType, who: string, act: Act][] = [
  [
    'likes_changed',
    'someone who takes back a new like',
    { before: ({ me, other }) => like(origin, other, me), does: ({ me, other }) => unlike(origin, other, me) }
  ],
  [
    'likes_changed',
    'someone who gives a like again',
    {
      before: async ({ me, other }) => [await like(origin, other, me), await unlike(origin, other, me)],
      does: ({ me, other }) => like(origin, other, me)
    }
  ],
  [
    'likes_changed',
    'someone who ends a match',
    {
      before: async ({ me, other }) => [await like(origin, me, other), await like(origin, other, me)],
      does: ({ me, other }) => unlike(origin, other, me)
    }
  ],
  [
    'likes_changed',
    'the member, who ends a match',
    {
      before: async ({ me, other }) => [await like(origin, me, other), await like(origin, other, me)],
      does: ({ me, other }) => unlike(origin, me, other)
    }
  ],
  [
    'likes_changed',
    'the member, who answers a like',
    { before: ({ me, other }) => like(origin, other, me), does: ({ me, other }) => like(origin, me, other) }
  ],
  [
    'likes_changed',
    'someone who makes a match again',
    {
      before: async ({ me, other }) => [await like(origin, me, other), await like(origin, other, me), await unlike(origin, other, me)],
      does: ({ me, other }) => like(origin, other, me)
    }
  ],
  [
    'contacts_changed',
    'someone who blocks and had a new like, visit and message',
    {
      before: async ({ me, other }) => [
        await like(origin, other, me),
        await visit(origin, other, me),
        await write(origin, other, me, 'Hi')
      ],
      does: ({ me, other }) => block(origin, other, me)
    }
  ],
  [
    'contacts_changed',
    'someone who no longer shows their visits',
    {
      before: ({ me, other }) => visit(origin, other, me),
      does: ({ other }) => origin.call('updateProfile', { as: other, body: { shows_visits: false } })
    }
  ],
  [
    'contacts_changed',
    'a moderator, who refuses a photo of someone',
    {
      before: async ({ other }) => [await givePhoto(origin, other), await givePhoto(origin, other)],
      does: async ({ other }) => {
        const { photos } = (await origin.call('listPhotos', { as: other })).body
        return await inUnitOfWork(origin.deps, (unit) => moderatePhoto(unit, photos[0]!.id, 'rejected'))
      }
    }
  ],
  [
    'chats_changed',
    'a conversation that is muted',
    { does: ({ me, conversation }) => origin.call('muteChat', { as: me, body: { conversation, muted: true } }) }
  ],
  [
    'message_taken_back',
    'the member themselves',
    {
      before: ({ me, other }) => write(origin, me, other, 'Third'),
      does: ({ me, conversation }) => origin.call('takeBackMessage', { as: me, body: { conversation, position: 4 } })
    }
  ],
  [
    'account_changed',
    'the member, who logs in elsewhere',
    { does: ({ me }) => origin.call('login', { body: { credentials: { login: me.row.email, password: PASSWORD } } }) }
  ],
  [
    'account_changed',
    'the member, who logs out elsewhere',
    { does: async ({ me }) => await origin.call('logout', { as: await origin.signIn(me) }) }
  ],
  [
    'account_changed',
    'the member, who ends their other sessions',
    { before: ({ me }) => origin.signIn(me), does: ({ me }) => origin.call('endSession', { as: me, body: { id: 'others' } }) }
  ],
  ['profile_changed', 'the member, who moves', { does: ({ me }) => origin.call('updateProfile', { as: me, body: { country: 'BE' } }) }],
  [
    'profile_changed',
    'the member, who no longer shows when they are here',
    { does: ({ me }) => origin.call('updateProfile', { as: me, body: { shows_presence: false } }) }
  ],
  [
    'photos_changed',
    'a moderator, who approves the first photo',
    {
      before: async ({ me }) => await origin.call('addPhoto', { as: me, body: await aPicture() }),
      does: async ({ me }) => {
        const { photos } = (await origin.call('listPhotos', { as: me })).body
        return await inUnitOfWork(origin.deps, (unit) => moderatePhoto(unit, photos[0]!.id, 'active'))
      }
    }
  ],
  [
    'premium_changed',
    'the member, who now sees more photos of others',
    {
      before: async ({ other }) => [await givePhoto(origin, other), await givePhoto(origin, other), await givePhoto(origin, other)],
      does: ({ me }) => inUnitOfWork(origin.deps, (unit) => setPremium(unit, me.row.id, true))
    }
  ],
  [
    'notifications_changed',
    'a mail service, by which a mail was reported as spam',
    { does: ({ me }) => inUnitOfWork(origin.deps, (unit) => takeMailEvent(unit, me.row.email, 'spam_complaint')) }
  ],
  [
    'message_taken_back',
    'someone who takes back a photo',
    { does: ({ other, conversation }) => origin.call('takeBackMessage', { as: other, body: { conversation, position: 3 } }) }
  ],
  [
    'message_taken_back',
    'a moderator, who removes a message that was read and has a heart',
    {
      before: async ({ me, conversation }) => {
        await origin.call('readChat', { as: me, body: { conversation, position: 3 } })
        await origin.call('giveHeart', { as: me, body: { conversation, position: 2, heart: true } })
      },
      does: (pair) => removeReported(pair, 2)
    }
  ],
  ['payment', 'the member, who saves their card', { does: ({ me }) => order(origin, payments, me, 'pay', { save_card: true }) }],
  [
    'limits_changed',
    'a new member, who pauses buying',
    {
      before: ({ me }) => origin.deps.db.updateTable('members').set({ signup_date: origin.now() }).where('id', '=', me.row.id).execute(),
      does: ({ me }) => origin.call('setLimits', { as: me, body: { pause: 'week' } })
    }
  ],
  [
    'mandate_changed',
    'the member, who revokes it',
    {
      before: ({ me }) => signMandate(me),
      does: async ({ me }) => {
        const { mandate } = (await origin.call('getDirectDebit', { as: me })).body
        return await origin.call('revokeDirectDebit', { as: me, body: { id: mandate!.id } })
      }
    }
  ]
]

const CASES = [
  ...(Object.keys(EVENTS) as EventType[]).map((type) => ({ type, who: 'a member', fictional: false, act: ACTS[type] })),
  { type: 'message' as const, who: 'a fictional profile', fictional: true, act: ACTS.message },
  ...MORE.map(([type, who, act]) => ({ type, who, fictional: false, act }))
]

test.each(CASES)(
  'old answers and the event $type of $who are together what fresh answers are [SCR-5]',
  async ({ type, fictional, act }) => {
    const [me, other] = [
      await origin.aMember({ credits: 5, signup_date: LONG_AGO }),
      await origin.aMember({ fictional, date_of_birth: `${origin.now().getFullYear() - ++age}-01-01` })
    ]
    const search = { min_age: String(age), max_age: String(age) }
    await write(origin, me, other, 'First')
    const { body: placed } = await origin.call('createPayment', { as: me, body: anOrder(origin) })
    const pair = { me, other, conversation: (await write(origin, other, me, 'Second')).conversation_id, order: placed.payment_id, search }
    await sendPhoto(origin, other, me)
    origin.advance(1)
    const { before, does } = act
    const questions = questionsOf(pair)
    await before?.(pair)
    const queryClient = new QueryClient()
    for (const question of questions) {
      const answer = await answerTo(question, me)
      expect(answer, JSON.stringify(question)).not.toHaveProperty('refused')
      queryClient.setQueryData(keyOf(question), answer)
    }
    // What a page has shown of a conversation: its messages live there, not in the cache.
    const conversation = conversationOf(queryClient, await chatOf(pair))
    const known = (await eventsOf(origin, me)).length

    await does(pair)
    // Some aren't stored: a gap, which the stream itself reports, and what passes at once.
    const unstored: Partial<Record<EventType, object>> = { everything_changed: {}, typing: { conversation_id: pair.conversation } }
    const events = unstored[type] ? [{ type, data: unstored[type] }] : (await eventsOf(origin, me)).slice(known)
    expect(events.map((event) => event.type)).toContain(type)
    for (const event of events) applyEvent(queryClient, event.type as EventType, JSON.stringify(event.data))

    const refetched = questions.filter((question) => queryClient.getQueryState(keyOf(question))?.isInvalidated)
    for (const question of questions) {
      if (!refetched.includes(question))
        expect(withoutMessages(queryClient.getQueryData(keyOf(question))), JSON.stringify(question)).toEqual(
          withoutMessages(await answerTo(question, me))
        )
    }
    if (!refetched.some(({ endpoint }) => endpoint === 'getChat'))
      expect(conversation.getSnapshot()).toEqual(conversationOf(new QueryClient(), await chatOf(pair)).getSnapshot())
    // What is applied directly refetches little: the home, which shows conversations only while they are unread, and what unused credits are worth.
    const direct: Partial<Record<EventType, EndpointName[]>> = {
      message: ['getHome'],
      read: [],
      heart: [],
      typing: [],
      credits_changed: ['getLeaving', 'listWithdrawable']
    }
    if (direct[type]) expect(refetched.map(({ endpoint }) => endpoint)).toEqual(direct[type])
    else expect(refetched.length).toBeGreaterThan(0)
  }
)
