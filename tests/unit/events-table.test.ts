import { describe, expect, test } from 'vitest'
import { TIES } from '../../origin/members/ties.ts'
import type { GenericSchema } from 'valibot'
import { CONTRACT, ENDPOINTS } from '../../shared/api/contract.ts'
import { EVENTS, type EventType } from '../../shared/api/events.ts'
import { matchRoute } from '../../shared/routes/match.ts'
import { MAILED_KINDS, NEWS, PUSH_KINDS } from '../../shared/rules/news.ts'
import { showsMembers } from '../fixtures/schemas.ts'

const TYPES = Object.keys(EVENTS) as EventType[]
const ID = 'x'.repeat(22)

describe.each(TYPES)('the event %s', (type) => {
  const { data, refetch, news } = EVENTS[type]

  test('has a schema, and refetches reads of the contract', () => {
    expect(data.kind).toBe('schema')
    expect(new Set(refetch).size).toBe(refetch.length)
    for (const name of refetch) expect(CONTRACT[name], name).toMatchObject({ method: 'GET', caller: 'script', answer: 'json' })
  })

  test.runIf(news)('is news of a kind that has such a push, and links to a page', () => {
    expect(NEWS[news!.kind].pushes).toContain(news!.push)
    const path = (news!.path as (data: object) => string)({ conversation_id: ID, profile_id: ID })
    expect(matchRoute(path), path).not.toBeNull()
  })
})

test('every kind of mail and of push is caused by some event', () => {
  const news = TYPES.flatMap((type) => EVENTS[type].news ?? [])
  expect([...new Set(news.map(({ kind }) => kind))].sort()).toEqual([...MAILED_KINDS].sort())
  expect(news.map(({ push }) => push).sort()).toEqual([...PUSH_KINDS].sort())
})

test('someone who comes, leaves or is blocked changes every list of ties, and everything else that shows members', () => {
  const shows = ENDPOINTS.filter((one) => one.method === 'GET' && one.answer === 'json' && !one.changes && showsMembers(one))
  const lists = [...TIES.flatMap(({ list }) => list ?? []), ...shows.map(({ name }) => name)]
  expect(lists.length).toBeGreaterThan(10)
  for (const type of ['contacts_changed', 'blocks_changed'] as const) expect(EVENTS[type].refetch).toEqual(expect.arrayContaining(lists))
})

/** Does an answer of this schema have a field of this name, at any depth? */
function has(schema: GenericSchema, field: string): boolean {
  const {
    entries = {},
    item,
    wrapped
  } = schema as GenericSchema & {
    entries?: Record<string, GenericSchema>
    item?: GenericSchema
    wrapped?: GenericSchema
  }
  return field in entries || [...Object.values(entries), item, wrapped].some((part) => part !== undefined && has(part, field))
}

/** Search results stay as they are while their page is open; hearts there are changed by what the event says (tests/origin/live-law.test.ts). */
const FOUND = ['searchMembers', 'getSignupMatches', 'findMatches', 'autoLike']

test('a like changes every list that shows hearts', () => {
  const shows = ENDPOINTS.filter(({ method, output, name }) => method === 'GET' && has(output, 'liked') && !FOUND.includes(name))
  expect(shows.length).toBeGreaterThan(1)
  expect(EVENTS.likes_changed.refetch).toEqual(expect.arrayContaining(shows.map(({ name }) => name)))
})

test('everything_changed covers everything that any event may change', () => {
  const all = TYPES.flatMap((type) => EVENTS[type].refetch)
  expect(new Set(EVENTS.everything_changed.refetch)).toEqual(new Set(all))
})
