import { afterAll, beforeAll, expect, test } from 'vitest'
import { wordsOf } from '../../client/chat/message-parts.ts'
import { eventsOf } from '../fixtures/acts.ts'
import { aSignUp, browserOf, cookieValue, createWorld, PASSWORD, tokenOf, type TestMember, type World } from '../fixtures/origin.ts'

// The message written at sign-up: sent to the member on whose profile it began, or kept for the composer.

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const HELLO = 'Hello, I bake too.'

/** Signs up from a profile with a message. `confirm` uses the mailed link, in this browser or in another one. */
async function aNewMember({ from = null, ...more }: { from?: TestMember | null; [field: string]: unknown }) {
  const form = aSignUp({ signup_message: HELLO, member: from?.id ?? null, ...more })
  const answer = await world.call('signUp', { body: form })
  expect(answer.status).toBe(200)
  const token = tokenOf((await world.mails(form.email)).at(-1))
  const chosen = { password: 'a quiet harbour', password_repeat: 'a quiet harbour' }
  return {
    confirm: (where: 'here' | 'elsewhere' = 'here') =>
      world.call('useToken', where === 'here' ? { headers: browserOf(answer), body: { token } } : { body: { token, ...chosen } }),
    async session(password = PASSWORD) {
      const login = await world.call('login', { body: { credentials: { login: form.name, password } } })
      return { headers: { cookie: `auth=${cookieValue(login.headers.get('set-cookie'))}` } }
    }
  }
}
/** A member whose profile visitors can sign up from. */
const aHost = () => world.aMember({ shown_to_visitors: true })
const textsOf = async (as: TestMember) =>
  (await world.call('listChats', { as })).body.chats.map((chat) => chat.last_message && wordsOf(chat.last_message.content))
const draftTo = async (session: { headers: Record<string, string> }, member: TestMember) =>
  (await world.call('getChat', { ...session, query: { member: member.id } })).body

test('is sent once, after confirming, to the member whose profile began the sign-up, who is notified as of any message [ENT-35]', async () => {
  const anna = await aHost()
  const eve = await aNewMember({ from: anna })
  expect(await textsOf(anna)).toEqual([])
  expect((await eve.confirm()).status).toBe(200)
  // The link still works for a moment.
  expect((await eve.confirm()).status).toBe(200)
  expect(await textsOf(anna)).toEqual([HELLO])
  const session = await eve.session()
  const chat = await draftTo(session, anna)
  expect([chat.draft, chat.messages.map(({ content, mine }) => ({ text: wordsOf(content), mine }))]).toEqual([
    null,
    [{ text: HELLO, mine: true }]
  ])
  expect((await draftTo(session, await world.aMember())).draft).toBeNull()
  expect((await eventsOf(world, anna)).map(({ type }) => type)).toEqual(['message'])
  const entry = (await world.call('listChats', { as: anna })).body.chats[0]!
  expect(entry.profile?.name).toMatch(/^New/)
})

test('waits in the composer if no profile began the sign-up, until something is sent [ENT-35]', async () => {
  const [anna, bella] = [await world.aMember(), await world.aMember()]
  const eve = await aNewMember({})
  await eve.confirm()
  const session = await eve.session()
  expect((await draftTo(session, anna)).draft).toBe(HELLO)
  const sent = await world.call('sendMessage', { ...session, body: { member: anna.id, text: 'Something else' } })
  expect(sent.status).toBe(200)
  expect([(await draftTo(session, anna)).draft, (await draftTo(session, bella)).draft]).toEqual([null, null])
  expect(await textsOf(anna)).toEqual(['Something else'])
})

test('waits there too if the member can no longer be written to, and confirming works all the same', async () => {
  const [gone, short] = [await aHost(), await aHost()]
  const late = await aNewMember({ from: gone })
  await world.deps.db.updateTable('members').set({ status: 'banned' }).where('id', '=', gone.row.id).execute()
  expect((await late.confirm()).status).toBe(200)
  expect((await draftTo(await late.session(), short)).draft).toBe(HELLO)
  await world.publish({ id: 'velvet', message_length: 100 })
  const wordy = await aNewMember({ from: short, signup_message: 'x'.repeat(101) })
  expect((await wordy.confirm()).status).toBe(200)
  expect(await textsOf(short)).toEqual([])
})

test('is not sent when confirmed in another browser than the one that wrote it: the member sees it first', async () => {
  const anna = await aHost()
  const eve = await aNewMember({ from: anna })
  expect((await eve.confirm('elsewhere')).status).toBe(200)
  expect(await textsOf(anna)).toEqual([])
  expect((await draftTo(await eve.session('a quiet harbour'), anna)).draft).toBe(HELLO)
})

test('a message that was written by hand before confirming takes its place', async () => {
  const anna = await aHost()
  const eve = await aNewMember({ from: anna })
  const session = await eve.session()
  await world.call('sendMessage', { ...session, body: { member: anna.id, text: 'By hand' } })
  await eve.confirm()
  expect(await textsOf(anna)).toEqual(['By hand'])
})
