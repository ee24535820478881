import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { settleMember } from '../../origin/accounts/life-cycle/settle-member.ts'
import { inUnitOfWork } from '../../origin/db/unit-of-work.ts'
import { runSweeps } from '../../origin/jobs/sweeps.ts'
import { sendDigests } from '../../origin/digests/send-digests.ts'
import { IN_BACKGROUND } from '../../shared/api/endpoint.ts'
import { EVENTS, type EventType } from '../../shared/api/events.ts'
import type { AccountStatus } from '../../shared/rules/account-state.ts'
import { FREQUENCIES, MAILED_KINDS, NEWS, recordOf, type Frequency, type MailedKind } from '../../shared/rules/news.ts'
import { KEPT_DAYS } from '../../shared/rules/retention.ts'
import { block, eventsOf, like, NEWS_ACTS, PRIVATE_TEXT } from '../fixtures/acts.ts'
import { readLastSeen, writeLastSeen } from '../fixtures/members.ts'
import { tokenOf, type TestMember } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'
import { sentence } from '../fixtures/sentence.ts'

const origin = sharedOrigin()

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Someone with these mail settings who has been away for long enough. */
async function aReader(preferences: Partial<Record<MailedKind, Frequency>>, site = 'velvet'): Promise<TestMember> {
  const reader = await origin.aMember({ language: 'en', tenant: site })
  expect((await origin.call('updateNotifications', { as: reader, body: { preferences } })).status).toBe(200)
  origin.advance(16 * MINUTE)
  return reader
}
const HAPPENS = recordOf(
  MAILED_KINDS,
  (kind) => async (to: TestMember, from?: TestMember) => void (await NEWS_ACTS[kind](origin, from ?? (await origin.aMember()), to))
)
async function after(seconds: number): Promise<void> {
  origin.advance(seconds)
  await runSweeps(origin.deps)
}
const mailsTo = async ({ row }: TestMember) => await origin.mails(row.email)
/** Mail rows are purged after a week; the mailbox keeps everything. */
async function countTo(reader: TestMember): Promise<number> {
  await mailsTo(reader)
  return origin.sent.filter(({ to }) => to === reader.row.email).length
}
const setMember = (member: TestMember, columns: { status?: AccountStatus; notifications_disabled?: string[]; fictional?: boolean }) =>
  origin.deps.db.updateTable('members').set(columns).where('id', '=', member.row.id).execute()
const visit = async (as: TestMember) => expect((await origin.call('getProfile', { as })).status).toBe(200)

const subjectOf = (kind: MailedKind) => sentence(`mail.${NEWS[kind].mails.at_once}.subject`)
const WAIT: Record<Exclude<Frequency, 'never'>, number> = { at_once: 0, daily: DAY, weekly: 7 * DAY }

describe.each(MAILED_KINDS)('news of %s', (kind) => {
  test.each(FREQUENCIES)('leads to a mail %s', async (frequency) => {
    const reader = await aReader({ ...recordOf(MAILED_KINDS, () => 'never' as const), [kind]: frequency })
    await HAPPENS[kind](reader)
    const { type, data } = (await eventsOf(origin, reader)).at(-1)!
    if (frequency === 'never') {
      await after(8 * DAY)
      return expect(await mailsTo(reader)).toEqual([])
    }
    const wait = WAIT[frequency]
    if (wait > 0) {
      await after(wait - MINUTE)
      expect(await mailsTo(reader)).toEqual([])
      await after(MINUTE)
    }
    const [mail, ...more] = await mailsTo(reader)
    const { at_once: one, gathered } = NEWS[kind].mails
    const say = (part: string) => sentence(`mail.${frequency === 'at_once' ? one : gathered}.${part}`, { site: 'Velvet', count: 1 })
    expect([mail?.subject, more]).toEqual([say('subject'), []])
    expect(mail?.text).toContain(say('text'))
    // It names neither people nor content.
    const sender = await origin.deps.db.selectFrom('members').select('name').orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect(`${mail?.text}${mail?.html}`).not.toMatch(new RegExp(`${sender.name}|${PRIVATE_TEXT}|<img`))
    // It leads where the push leads.
    const path = EVENTS[type as EventType].news!.path as (data: object) => string
    expect(new URL(mail!.links[0]!).pathname).toBe(path(data as object))
    expect(mail?.text).toContain(`${sentence('mail.unsubscribe')}\n${mail?.links[1]}`)
    await after(8 * DAY)
    expect(await countTo(reader)).toBe(1)
  })
})

test.each(MAILED_KINDS)('news of %s is mailed although a page in the background refetched what it shows', async (kind) => {
  const reader = await aReader({ [kind]: 'daily' })
  const before = await seenAt(reader.row.id)
  await HAPPENS[kind](reader)
  // As every open page does on the event.
  for (const name of ['getUser', 'getHome', 'listChats', 'listLikes', 'listVisits'] as const) {
    const { status } = await origin.call(name, { as: reader, headers: { [IN_BACKGROUND]: '1' } })
    expect(status).toBe(200)
  }
  expect(await seenAt(reader.row.id)).toEqual(before)
  await after(DAY)
  expect(await mailsTo(reader)).toHaveLength(1)
})

test.each(MAILED_KINDS)('news of %s from a sister site isn’t mailed by a brand that has closed', async (kind) => {
  const reader = await aReader({ [kind]: 'daily' })
  await HAPPENS[kind](reader, await origin.aMember({ tenant: 'nordic' }))
  await origin.publish({ id: 'velvet', status: 'gone' })
  await after(8 * DAY)
  await origin.publish({ id: 'velvet', status: 'live' })
  expect(await countTo(reader)).toBe(0)
})

describe('a digest', () => {
  test('collects the news of its period, says how much and how many are mutual, and is sent once a day', async () => {
    const reader = await aReader({ likes: 'daily' })
    const liked = await origin.aMember()
    await like(origin, reader, liked)
    origin.advance(16 * MINUTE)
    await HAPPENS.likes(reader)
    origin.advance(10 * HOUR)
    await HAPPENS.likes(reader)
    await HAPPENS.likes(reader, liked)
    await after(14 * HOUR)
    const [mail] = await mailsTo(reader)
    expect(mail?.text).toContain('3 members have liked you on Velvet. Log in to see who they are.\n\n1 of them is a match.')
    expect(mail?.html).toContain('1 of them is a match.')

    await HAPPENS.likes(reader)
    await after(DAY - MINUTE)
    expect(await countTo(reader)).toBe(1)
    await after(MINUTE)
    // News from the first mail is repeated until the reader has been here: it is one list.
    expect((await mailsTo(reader)).map(({ text }) => /\d+ members?/.exec(text)?.[0])).toEqual(['3 members', '4 members'])
  })

  test('of messages in several conversations links to all of them', async () => {
    const reader = await aReader({ messages: 'weekly' })
    await HAPPENS.messages(reader)
    await HAPPENS.messages(reader)
    await after(7 * DAY)
    const [mail] = await mailsTo(reader)
    expect(mail?.text).toContain('2 new messages are waiting for you on Velvet.')
    expect(mail?.links[0]).toBe('https://velvet.example/chats')
  })

  test('comes from the site where the reader signed up, in their language', async () => {
    const reader = await aReader({ likes: 'daily' }, 'nordic')
    await origin.call('updateUser', { as: reader, body: { language: 'da' } })
    origin.advance(16 * MINUTE)
    await HAPPENS.likes(reader)
    await after(DAY)
    await mailsTo(reader)
    expect(origin.sent.findLast(({ to }) => to === reader.row.email)).toMatchObject({
      from: { address: 'help@nordic.example' },
      subject: 'Der er noget nyt til dig',
      unsubscribe: expect.stringMatching(/^https:\/\/nordic\.example\/[\w-]{43}$/)
    })
  })

  test('waits while the site is paused, where it would lead to nothing', async () => {
    const reader = await aReader({ messages: 'at_once' })
    await origin.publish({ id: 'velvet', status: 'paused' })
    await HAPPENS.messages(reader, await origin.aMember({ tenant: 'nordic' }))
    await after(DAY)
    expect(await countTo(reader)).toBe(0)
    await origin.publish({ id: 'velvet', status: 'live' })
    await after(2 * HOUR)
    expect(await countTo(reader)).toBe(1)
  })

  test('follows the current choice when it is due: sooner, later, or never', async () => {
    const [sooner, later, never] = [
      await aReader({ likes: 'weekly' }),
      await aReader({ likes: 'daily' }),
      await aReader({ likes: 'daily' })
    ]
    const readers = [sooner, later, never]
    for (const reader of readers) await HAPPENS.likes(reader)
    const choices = ['daily', 'weekly', 'never'] as const
    // With an old session of another device: only the choice, no visit.
    const lastSeen = await Promise.all(readers.map(({ row }) => seenAt(row.id)))
    for (const [n, reader] of readers.entries())
      await origin.call('updateNotifications', { as: reader, body: { preferences: { likes: choices[n]! } } })
    for (const [n, { row }] of readers.entries()) await writeLastSeen(origin.deps.db, row.id, lastSeen[n]!)
    await after(DAY)
    expect(await Promise.all(readers.map(countTo))).toEqual([1, 0, 0])
    await after(6 * DAY)
    expect(await Promise.all(readers.map(countTo))).toEqual([1, 1, 0])
  })
})

const seenAt = (id: number) => readLastSeen(origin.deps.db, id)

describe('no mail mentions', () => {
  beforeAll(() => origin.publish({ id: 'velvet', fictional_profiles: true }))
  const unlike = (from: TestMember, to: TestMember) => origin.call('unlikeMember', { as: from, body: { id: to.id } })
  const takeBack = async (from: TestMember) => {
    const { chats } = (await origin.call('listChats', { as: from })).body
    const body = { conversation: chats[0]!.conversation_id, position: 1 }
    expect((await origin.call('takeBackMessage', { as: from, body })).status).toBe(200)
  }
  /** Sees what there is to see of another member: their profile, their visit, and their messages. */
  async function look(reader: TestMember, other: TestMember): Promise<void> {
    expect((await origin.call('visitMember', { as: reader, body: { id: other.id } })).status).toBe(200)
    expect((await origin.call('seeVisits', { as: reader, body: {} })).status).toBe(200)
    for (const { conversation_id: conversation } of (await origin.call('listChats', { as: reader })).body.chats)
      expect((await origin.call('readChat', { as: reader, body: { conversation, position: 1 } })).status).toBe(200)
  }
  /** What may happen between the news and its mail. */
  const BETWEEN: Record<string, (reader: TestMember, other: TestMember) => Promise<unknown>> = {
    'someone whom the reader blocked': (reader, other) => block(origin, reader, other),
    'someone who blocked the reader': (reader, other) => block(origin, other, reader),
    'someone who was banned': (_, other) => setMember(other, { status: 'banned' }),
    'someone who left': (_, other) => setMember(other, { status: 'deleted' }),
    'a profile made by the company': (_, other) => setMember(other, { fictional: true }),
    'what the reader has been here for since': (reader) => visit(reader),
    'what the reader has seen': look,
    'anything, to a banned member': (reader) => setMember(reader, { status: 'banned' }),
    'anything, to a member who left': (reader) => setMember(reader, { status: 'deleted' }),
    'anything, to a member who gets no more mails': (reader) => setMember(reader, { notifications_disabled: ['bounce'] })
  }
  const named = (kind: MailedKind) => Object.entries(BETWEEN).map(([name, happens]) => ({ kind, name, happens }))
  test.each([
    ...MAILED_KINDS.flatMap(named),
    { kind: 'likes', name: 'a like that was taken back', happens: (reader: TestMember, other: TestMember) => unlike(other, reader) },
    { kind: 'messages', name: 'a message that was taken back', happens: (_: TestMember, other: TestMember) => takeBack(other) }
  ] as const)('$name: $kind', async ({ kind, name, happens }) => {
    const [reader, control] = [await aReader({ [kind]: 'daily' }), await aReader({ [kind]: 'daily' })]
    const other = await origin.aMember()
    await HAPPENS[kind](reader, other)
    await HAPPENS[kind](control)
    const seen = await seenAt(reader.row.id)
    origin.advance(MINUTE)
    await happens(reader, other)
    // Blocking and looking count as being here, too; that must not be what prevents the mail.
    if (name.includes('the reader blocked') || name.includes('has seen')) await writeLastSeen(origin.deps.db, reader.row.id, seen)
    await after(DAY)
    expect([await countTo(reader), await countTo(control)]).toEqual([0, 1])
  })
})

describe('at once', () => {
  test('is when the reader has left: someone who is here sees it, and is mailed only if they leave without looking', async () => {
    const [stays, leaves] = [await origin.aMember(), await origin.aMember()]
    for (const reader of [stays, leaves])
      await origin.call('updateNotifications', { as: reader, body: { preferences: { likes: 'at_once' } } })
    origin.advance(5 * MINUTE)
    for (const reader of [stays, leaves]) await HAPPENS.likes(reader)
    await after(9 * MINUTE)
    expect([await countTo(stays), await countTo(leaves)]).toEqual([0, 0])
    await visit(stays)
    await after(MINUTE)
    expect([await countTo(stays), await countTo(leaves)]).toEqual([0, 1])
    await after(DAY)
    expect([await countTo(stays), await countTo(leaves)]).toEqual([0, 1])
  })

  test('is once for each time they are away; a returned like is reported as a match', async () => {
    const reader = await aReader({ likes: 'at_once' })
    await HAPPENS.likes(reader)
    await HAPPENS.likes(reader)
    // The mail is sent beside the answers; the reader is back only after it.
    expect(await mailsTo(reader)).toHaveLength(1)
    origin.advance(MINUTE)
    const other = await origin.aMember()
    await like(origin, reader, other)
    origin.advance(16 * MINUTE)
    await HAPPENS.likes(reader, other)
    expect((await mailsTo(reader)).map(({ text }) => text.split('\n\n')[1])).toEqual([
      'Someone on Velvet likes you. Log in to see who it is.',
      'Someone you like on Velvet likes you too. Log in to see who it is.'
    ])
  })
})

describe('a job', () => {
  test('that runs in several processes at once mails once', async () => {
    const reader = await aReader({ likes: 'daily' })
    await HAPPENS.likes(reader)
    origin.advance(DAY)
    await Promise.all(Array.from({ length: 6 }, () => sendDigests(origin.deps)))
    expect(await countTo(reader)).toBe(1)
  })

  test('that fails half-way has mailed nothing, holds no one else up, and does it once the next time', async () => {
    const [reader, other] = [await aReader({ likes: 'daily' }), await aReader({ likes: 'daily' })]
    for (const one of [reader, other]) await HAPPENS.likes(one)
    origin.advance(DAY)
    // Its last write fails.
    await sql`
      create function break_news() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`.execute(origin.deps.db)
    await sql`
      create trigger break_news before update on digests for each row when (new.member_id = ${sql.lit(reader.row.id)})
      execute function break_news()`.execute(origin.deps.db)
    await sendDigests(origin.deps)
    expect([await countTo(reader), await countTo(other)]).toEqual([0, 1])
    expect(await origin.deps.db.selectFrom('tokens').select('purpose').where('member_id', '=', reader.row.id).execute()).toEqual([])
    await sql`drop trigger break_news on digests`.execute(origin.deps.db)
    for (const _ of [1, 2]) await sendDigests(origin.deps)
    expect([await countTo(reader), await countTo(other)]).toEqual([1, 1])
  })
})

describe('one click in a mail', () => {
  const press = async (reader: TestMember) => {
    const link = (await mailsTo(reader)).at(-1)!.links[1]!
    return (await origin.call('useToken', { body: { token: tokenOf({ links: [link] }), one_click: true } })).status
  }
  const wishes = async (as: TestMember) => (await origin.call('getNotifications', { as })).body

  test('ends mails of its kind; ending the last one means unsubscribed, and one click brings all back [ERR-20]', async () => {
    const reader = await aReader({ ...recordOf(MAILED_KINDS, () => 'never' as const), messages: 'at_once', likes: 'at_once' })
    await HAPPENS.likes(reader)
    await HAPPENS.messages(reader)
    const [aboutLike, aboutMessage] = await mailsTo(reader)
    expect([aboutLike?.subject, aboutMessage?.subject]).toEqual([subjectOf('likes'), subjectOf('messages')])
    const use = (mail: typeof aboutLike) => origin.call('useToken', { body: { token: tokenOf({ links: [mail!.links[1]!] }) } })
    expect((await use(aboutLike)).status).toBe(200)
    origin.advance(MINUTE)
    expect(await wishes(reader)).toMatchObject({ preferences: { messages: 'at_once', likes: 'never' }, disabled: [] })
    origin.advance(16 * MINUTE)
    await HAPPENS.likes(reader)
    await HAPPENS.messages(reader)
    expect((await mailsTo(reader)).map(({ subject }) => subject)).toEqual([
      subjectOf('likes'),
      subjectOf('messages'),
      subjectOf('messages')
    ])

    expect(await press(reader)).toBe(200)
    expect((await wishes(reader)).disabled).toEqual(['unsubscribe'])
    await origin.call('updateNotifications', { as: reader, body: { resume: 'unsubscribe' } })
    expect(await wishes(reader)).toMatchObject({ preferences: { messages: 'at_once', likes: 'daily' }, disabled: [] })
  })

  test('works as often as it is needed, from every mail of the kind, until the link ends', async () => {
    const reader = await aReader({ messages: 'at_once' })
    const want = () => origin.call('updateNotifications', { as: reader, body: { preferences: { messages: 'at_once' } } })
    await HAPPENS.messages(reader)
    await origin.idle()
    origin.advance(MINUTE)
    await visit(reader)
    origin.advance(16 * MINUTE)
    await HAPPENS.messages(reader)
    const [older, newer] = (await mailsTo(reader)).map(({ links }) => tokenOf({ links: [links[1]!] }))
    const stateOf = async (token = '') => (await origin.call('getToken', { query: { token } })).body.state
    for (const token of [newer, older, older, newer]) {
      expect([await stateOf(token), (await wishes(reader)).preferences.messages]).toEqual(['open', 'at_once'])
      expect((await origin.call('useToken', { body: { token, one_click: true } })).status).toBe(200)
      expect([await stateOf(token), (await wishes(reader)).preferences.messages]).toEqual(['used', 'never'])
      await want()
    }
    origin.advance(KEPT_DAYS.link * DAY)
    expect((await origin.call('useToken', { body: { token: older, one_click: true } })).body.error?.code).toBe('link_expired')
    expect(await stateOf(older)).toBe('expired')
  })

  test.each(['suspend', 'ban', 'delete'] as const)('works after a “%s”', async (move) => {
    const reader = await aReader({ messages: 'at_once' })
    await HAPPENS.messages(reader)
    await mailsTo(reader)
    await inUnitOfWork(origin.deps, (unit) => settleMember(unit, reader.row.id, move))
    expect(await press(reader)).toBe(200)
    await setMember(reader, { status: 'confirmed' })
    expect((await wishes(await origin.signIn(reader))).preferences.messages).toBe('never')
  })
})
