import { expect, test } from 'vitest'
import { wordsOf } from '../../client/chat/message-parts.ts'
import { eventsOf } from '../fixtures/acts.ts'
import { aSignUp } from '../fixtures/inputs.ts'
import { browserOf, cookieValue, PASSWORD, tokenOf, type TestMember } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'

// The message written at sign-up: sent to the member on whose profile it began, or kept for the composer.

const origin = sharedOrigin()

const HELLO = 'Hello, I bake too.'

/** Signs up from a profile with a message. `confirm` uses the mailed link, in this browser or in another one. */
async function aNewMember({ from = null, ...more }: { from?: TestMember | null; [field: string]: unknown }) {
  const form = aSignUp({ signup_message: HELLO, member: from?.id ?? null, ...more })
  const answer = await origin.call('signUp', { body: form })
  expect(answer.status).toBe(200)
  const token = tokenOf((await origin.mails(form.email)).at(-1))
  const chosen = { password: 'a quiet harbour', password_repeat: 'a quiet harbour' }
  return {
    confirm: (where: 'here' | 'elsewhere' = 'here') =>
      origin.call('useToken', where === 'here' ? { headers: browserOf(answer), body: { token } } : { body: { token, ...chosen } }),
    async session(password = PASSWORD) {
      const login = await origin.call('login', { body: { credentials: { login: form.name, password } } })
      return { headers: { cookie: `auth=${cookieValue(login.headers.get('set-cookie'))}` } }
    }
  }
}
/** A member whose profile visitors can sign up from. */
const aHost = () => origin.aMember({ shown_to_visitors: true })
const textsOf = async (as: TestMember) =>
  (await origin.call('listChats', { as })).body.chats.map((chat) => chat.last_message && wordsOf(chat.last_message.content))
const draftTo = async (session: { headers: Record<string, string> }, member: TestMember) =>
  (await origin.call('getChat', { ...session, query: { member: member.id } })).body

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
  expect((await draftTo(session, await origin.aMember())).draft).toBeNull()
  expect((await eventsOf(origin, anna)).map(({ type }) => type)).toEqual(['message'])
  const entry = (await origin.call('listChats', { as: anna })).body.chats[0]!
  expect(entry.profile?.name).toMatch(/^New/)
})

test('waits in the composer if no profile began the sign-up, until something is sent [ENT-35]', async () => {
  const [anna, bella] = [await origin.aMember(), await origin.aMember()]
  const eve = await aNewMember({})
  await eve.confirm()
  const session = await eve.session()
  expect((await draftTo(session, anna)).draft).toBe(HELLO)
  const sent = await origin.call('sendMessage', { ...session, body: { member: anna.id, text: 'Something else' } })
  expect(sent.status).toBe(200)
  expect([(await draftTo(session, anna)).draft, (await draftTo(session, bella)).draft]).toEqual([null, null])
  expect(await textsOf(anna)).toEqual(['Something else'])
})

test('waits there too if the member can no longer be written to, and confirming works all the same', async () => {
  const [gone, short] = [await aHost(), await aHost()]
  const late = await aNewMember({ from: gone })
  await origin.deps.db.updateTable('members').set({ status: 'banned' }).where('id', '=', gone.row.id).execute()
  expect((await late.confirm()).status).toBe(200)
  expect((await draftTo(await late.session(), short)).draft).toBe(HELLO)
  const wordy = await aNewMember({ from: short, signup_message: 'x'.repeat(101) })
  await origin.publish({ id: 'velvet', message_length: 100 })
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
  await origin.call('sendMessage', { ...session, body: { member: anna.id, text: 'By hand' } })
  await eve.confirm()
  expect(await textsOf(anna)).toEqual(['By hand'])
})

test.each([300, 4000])(
  'is refused if it is longer than the brand lets members write (%i) or sign-up takes [SET-19]',
  async (message_length) => {
    const { id: tenant } = (await origin.publish({ id: `brief${message_length}`, message_length })).settings
    const write = (length: number) => origin.call('signUp', { tenant, body: aSignUp({ signup_message: 'x'.repeat(length) }) })
    const limit = Math.min(1000, message_length)
    expect((await write(limit)).status).toBe(200)
    const { status, body } = await write(limit + 1)
    expect(status).toBe(422)
    expect(body.error?.fields).toEqual([expect.objectContaining({ field: 'signup_message', code: 'too_long', params: { limit } })])
  }
)
