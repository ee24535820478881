import { QueryClient } from '@tanstack/react-query'
import type { KyselyPlugin } from 'kysely'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { queryOf } from '../../client/api/queries.ts'
import { applyEvent } from '../../client/live/apply-event.ts'
import { inUnitOfWork } from '../../origin/db/unit-of-work.ts'
import { announce } from '../../origin/events/announce.ts'
import { lockMembers } from '../../origin/members/lock-members.ts'
import { EVENTS, type Announcement } from '../../shared/api/events.ts'
import { eventsOf } from '../fixtures/acts.ts'
import { readEvents } from '../fixtures/event-reader.ts'
import type { TestMember } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'
import { aBrowser, createPushService } from '../fixtures/push-service.ts'

const origin = sharedOrigin({ push: createPushService() })

/** A member with a subscribed browser who wants every mail at once and has been away for an hour. */
async function aReader() {
  const member = await origin.aMember({ language: 'en' })
  const browser = aBrowser()
  const { subscription } = browser
  expect((await origin.call('subscribePush', { as: member, query: { push: '1' }, body: { subscription } })).status).toBe(200)
  await origin.call('updateNotifications', { as: member, body: { preferences: { likes: 'at_once', messages: 'at_once' } } })
  origin.advance(3600)
  return { member, browser }
}

const tell = (events: Announcement[], by: TestMember | null = null) =>
  inUnitOfWork(origin.deps, async (unit) => {
    await lockMembers(
      unit.db,
      events.map(({ to }) => to)
    )
    await announce(unit, events, by?.row)
  })

const digestOf = ({ row }: TestMember, kind: 'likes' | 'messages') =>
  origin.deps.db.selectFrom('digests').selectAll().where('member_id', '=', row.id).where('kind', '=', kind).executeTakeFirst()

test('a new type of event needs its row and nothing else: it is stored, streamed, mailed, pushed and refetched', async () => {
  const { member, browser } = await aReader()
  const sender = await origin.aMember()
  const table: Record<string, unknown> = EVENTS
  const news = { kind: 'likes', push: 'match', path: () => '/members' } as const
  table.unheard_of = { data: v.strictObject({ from: v.string() }), refetch: ['listLikes'], news }
  try {
    const before = (await eventsOf(origin, member)).length
    const stream = readEvents(await origin.send('/api/events.php', { tenant: member.tenant, headers: { cookie: `auth=${member.cookie}` } }))
    origin.advance(3600)
    // News must still exist when it is sent, so there is a like.
    await origin.deps.db
      .insertInto('likes')
      .values({ liker_id: sender.row.id, liked_id: member.row.id, created_at: origin.now() })
      .execute()
    await tell([{ to: member.row.id, type: 'unheard_of' as 'like', data: { from: sender.id } as never }], sender)
    const told = await stream.next()
    expect(told).toEqual({ id: String(before + 1), type: 'unheard_of', data: { from: sender.id } })
    await stream.cut()

    expect(await origin.mails(member.row.email)).toMatchObject([{ links: [expect.stringMatching(/\/likes$/), expect.anything()] }])
    expect(browser.pushed.map(({ note }) => [note.kind, note.path])).toEqual([['match', '/members']])

    const queryClient = new QueryClient()
    const [likes, chats] = [queryOf('listLikes').queryKey, queryOf('listChats').queryKey]
    for (const key of [likes, chats]) queryClient.setQueryData(key, null)
    applyEvent(queryClient, told!.type as 'like', JSON.stringify(told!.data))
    expect([likes, chats].map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual([true, false])
  } finally {
    delete table.unheard_of
  }
})

test('events, counters, mails and pushes are one statement, however many members', async () => {
  const [anna, bob] = [(await aReader()).member, (await aReader()).member]
  let statements = 0
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements += 1
      return node
    },
    transformResult: async ({ result }) => result
  }
  await inUnitOfWork(origin.deps, async (unit) => {
    await lockMembers(unit.db, [anna.row.id, bob.row.id])
    await announce({ ...unit, db: unit.db.withPlugin(counting) }, [
      { to: anna.row.id, type: 'like', data: { profile_id: bob.id } },
      { to: bob.row.id, type: 'match', data: { profile_id: anna.id } }
    ])
  })
  expect(statements).toBe(1)
  for (const member of [anna, bob]) expect(await digestOf(member, 'likes')).toBeDefined()
})

test('a copy of one’s own is not news, nor is anything that a profile made by the company does', async () => {
  const { member, browser } = await aReader()
  const like: Announcement = { to: member.row.id, type: 'like', data: { profile_id: member.id } }
  await tell([like], member)
  await tell([like], await origin.aMember({ fictional: true }))
  await origin.idle()
  expect([
    await digestOf(member, 'likes'),
    browser.pushed,
    (await origin.deps.db.selectFrom('outbox').selectAll().where('channel', '=', 'push').execute()).length
  ]).toEqual([undefined, [], 0])
  expect((await eventsOf(origin, member)).slice(-2).map(({ type }) => type)).toEqual(['like', 'like'])
  await tell([like])
  expect(await digestOf(member, 'likes')).toBeDefined()
})
