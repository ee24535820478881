import { describe, expect, test } from 'vitest'
import { ENDPOINTS, type Contract, type EndpointName } from '../../shared/api/contract.ts'
import type { EndpointOutput } from '../../shared/api/endpoint.ts'
import type { MemberCard } from '../../shared/api/members.ts'
import { routeQueries } from '../../shared/routes/queries.ts'
import { ROUTES } from '../../shared/routes/table.ts'
import { showsMembers } from '../fixtures/schemas.ts'
import { card, conversation, id, message } from './chat-fixtures.ts'
import { profile } from './member-profile.ts'
import { memberAnswers, renderPage, settingsFor, textOf } from './render-page.tsx'
import { sentence } from '../fixtures/sentence.ts'

const LABEL = 'Made up by us'
const NOW = '2026-11-20T20:00:00.000Z'
const tenant = { fictional_profiles: true, fictional_singular: { en: LABEL }, logged_out_search: 'all' }

/** A profile made by the company; each is named once in an answer. */
const made = (name: string): MemberCard => card(`Vera-${name}`, { fictional: true, online: 'now' })
const like = (name: string) => ({ ...made(name), liked_at: NOW, match: false, automatic: false })
const chats = () => [
  {
    conversation_id: id('chat'),
    profile_id: id('Vera-chat'),
    profile: made('chat'),
    num_unread_messages: 1,
    muted: false,
    last_message: { position: 1, content: { type: 'text' as const, text: 'Hello' }, at: NOW, mine: false }
  }
]

type Answer<N extends EndpointName> = () => EndpointOutput<Contract[N]>
type Shown =
  | 'listChats'
  | 'getChat'
  | 'getHome'
  | 'listLikes'
  | 'getLike'
  | 'findMatches'
  | 'getMember'
  | 'searchMembers'
  | 'getSignupMatches'
  | 'getSwipeDeck'
  | 'listVisits'

/** The answer of every read that shows members, all of them made by the company. */
const ANSWERS: { [N in Shown]: Answer<N> } = {
  listChats: () => ({ chats: chats(), total: 1, total_unread: 1, page: 1 }),
  getChat: () => conversation([message(1)], { profile: made('head') }),
  getHome: () => ({
    likes: [{ ...made('like'), match: false, automatic: false }],
    chats: chats(),
    people: [made('near')],
    next_step: null
  }),
  listLikes: () => ({
    profiles: [like('given')],
    liked_by: [{ ...like('received'), like_new: true }],
    matches: [{ ...like('match'), match: true }],
    total_new: 1,
    more: { received: null, given: null, matches: null }
  }),
  getLike: () => ({ member: { ...made('liked'), likes_you: true, like_new: true, match: false, automatic: false, shared_interests: [] } }),
  findMatches: () => ({
    answers: { genders: [], min_age: 18, max_age: 99, country: null, region: null, interests: [], reasons: [] },
    answered_at: NOW,
    members: [{ ...made('found'), reasons: [{ type: 'region' }] }]
  }),
  getMember: () => ({ member: profile({ ...made('profile') }), blocked: null, now: NOW }),
  searchMembers: () => ({
    members: [made('result')],
    total: 1,
    total_exact: true,
    page: 1,
    pages: 1,
    next: null,
    similar: [made('similar')],
    access: 'all'
  }),
  getSignupMatches: () => ({ interest: made('interest'), members: [made('suggested')] }),
  getSwipeDeck: () => ({
    cards: ['top', 'next'].map((name) => ({ ...made(name), shared_interests: [] })),
    passed: [],
    likes_left: 4,
    next_likes_at: NOW,
    now: NOW
  }),
  listVisits: () => ({ shown: true, visits: [{ ...made('visitor'), visited_on: '2026-11-20', visit_new: true }], total_new: 1 })
}

/** The modals are tested in tests/components/likes.test.tsx. Someone blocked is only a name beside the button to unblock. */
const ELSEWHERE = ['autoLike', 'listBlocked']

test('there is an answer for every read of the contract that shows members', () => {
  const shows = ENDPOINTS.filter((one) => one.method === 'GET' && one.answer === 'json' && showsMembers(one)).map(({ name }) => name)
  expect(shows.sort()).toEqual([...Object.keys(ANSWERS), ...ELSEWHERE].sort())
})

/** Every page with such a read, for those who may open it. */
const PAGES = ROUTES.flatMap((route) => {
  const params = { id: id('x'), type: 'matches' }
  return [true, false].flatMap((member) => {
    if (member ? route.access === 'visitor' || route.forMembers : route.access === 'member') return []
    const queries = routeQueries(route.key, params, new URLSearchParams(), { member, tenant: settingsFor({ tenant }) })
    if (!queries.some(({ endpoint }) => endpoint in ANSWERS)) return []
    const url = route.pattern.replace('{id}', params.id).replace('{type}', params.type).replace('/{slug?}', '')
    return [{ key: route.key, who: member ? 'member' : 'visitor', member, url, queries }]
  })
})

describe('a profile made by the company says so wherever it is shown', () => {
  test.each(PAGES)('$key, to a $who', async ({ member, url, queries }) => {
    const given = queries.flatMap(({ endpoint, query }) =>
      endpoint in ANSWERS ? [[{ endpoint, query }, ANSWERS[endpoint as Shown]()] as [(typeof queries)[number], object]] : []
    )
    const others = memberAnswers().filter(([{ endpoint }]) => !given.some(([query]) => query.endpoint === endpoint))
    const html = await renderPage(url, { member, tenant, answers: [...(member ? others : []), ...given] })
    const text = textOf(/<main.*<\/main>/s.exec(html)![0])
    const names = new Set(text.match(/Vera-[a-z]+/g))
    // No page that leads to the sign-up advertises with such a profile.
    if (/landing|\/signup$/.test(url)) return expect([...names]).toEqual([])
    if (!member) expect(html).not.toMatch(/href="[^"]+\/signup"/)
    expect(names.size).toBeGreaterThan(0)
    expect(text.split(LABEL).length - 1).toBeGreaterThanOrEqual(names.size)
    expect(text).not.toContain('Online now')
  })
})

test.each(['staff', 'software'] as const)(
  'a message that %s wrote for such a profile says so in the conversation and in the list',
  async (kind) => {
    const author = { kind, company: 'Brandhouse B.V.' }
    const [entry] = chats()
    const text = textOf(
      await renderPage(`/chats/${id('chat')}`, {
        member: true,
        tenant,
        answers: [
          ...memberAnswers().filter(([{ endpoint }]) => endpoint !== 'listChats'),
          [
            { endpoint: 'listChats', query: {} },
            { ...ANSWERS.listChats(), chats: [{ ...entry!, last_message: { ...entry!.last_message, author } }] }
          ],
          [
            { endpoint: 'getChat', query: { conversation: id('chat') } },
            conversation([message(1, { text: 'Hello', author }), message(2, { text: 'Bye', mine: true })], { profile: made('head') })
          ]
        ]
      })
    )
    const label = sentence(`chat.by_${kind}`, { company: 'Brandhouse B.V.' })
    expect(text.split(label)).toHaveLength(2)
    expect(text).toContain(`${label} Hello`)
    expect(text).toContain(sentence(`chats.by_${kind}`, { text: 'Hello' }))
  }
)
