import { expect, test } from 'vitest'
import { wordsOf } from '../../client/chat/message-parts.ts'
import { aSignUp } from '../fixtures/inputs.ts'
import { browserOf, cookieValue, tokenOf } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'

const origin = sharedOrigin({ limitFactor: 1_000_000 })

let count = 0
const anAddress = () => `again.${++count}@mail.example`

/** Someone who has just signed up, in their browser. */
async function signUp(more: Parameters<typeof aSignUp>[0] = {}) {
  const email = anAddress()
  const browser = browserOf(await origin.call('signUp', { body: aSignUp({ email, ...more }) }))
  const sendTo = (to: string, headers: Record<string, string> = browser) => origin.call('resendSignup', { headers, body: { email, to } })
  return { email, browser, sendTo }
}

const subjectsTo = async (address: string) => (await origin.mails(address)).map(({ subject }) => subject)

test('the browser that signed up has the link mailed again, and no other browser has', async () => {
  const { email, sendTo } = await signUp()
  const other = await signUp()
  expect(await subjectsTo(email)).toHaveLength(1)
  for (const headers of [{}, other.browser]) expect((await sendTo(email, headers)).body).toEqual({ status: 'check_mail' })
  expect(await subjectsTo(email)).toHaveLength(1)
  expect((await sendTo(email)).body).toEqual({ status: 'check_mail' })
  const mails = await origin.mails(email)
  expect(mails).toHaveLength(2)
  expect(mails[1]!.subject).toBe(mails[0]!.subject)
  expect(tokenOf(mails[1])).not.toBe(tokenOf(mails[0]))
})

test('a mistyped address is corrected: the link goes to the right one, confirms it, and does what the first one would have done', async () => {
  const anna = await origin.aMember({ shown_to_visitors: true })
  const { email, browser, sendTo } = await signUp({ signup_message: 'Hello, I bake too.', member: anna.id })
  const right = anAddress()
  expect((await sendTo(right)).body).toEqual({ status: 'check_mail' })
  const [mail, ...more] = await origin.mails(right)
  expect([mail!.subject, more]).toEqual([(await origin.mails(email))[0]!.subject, []])
  // It may be read days later, and pressed twice.
  const press = () => origin.call('useToken', { headers: browser, body: { token: tokenOf(mail) } })
  origin.advance(23 * 3600)
  for (const used of [await press(), await press()]) {
    expect(used.body).toEqual({ purpose: 'activate' })
    const headers = { cookie: `auth=${cookieValue(used.headers.get('set-cookie'))}` }
    expect((await origin.call('getUser', { headers })).body.user).toMatchObject({ email: right, status: 'confirmed' })
  }
  const { chats } = (await origin.call('listChats', { as: anna })).body
  expect(chats.map((chat) => chat.last_message && wordsOf(chat.last_message.content))).toEqual(['Hello, I bake too.'])
  expect((await origin.call('getToken', { query: { token: tokenOf((await origin.mails(email))[0]) } })).body.state).toBe('expired')
  const again = await signUp()
  expect((await again.sendTo(right)).body).toEqual({ status: 'check_mail' })
  expect((await origin.mails(right)).at(-1)!.links[0]).toMatch(/\/login$/)
})

test('a mistyped address can also be corrected if the first answer to the sign-up was lost', async () => {
  const [email, right] = [anAddress(), anAddress()]
  const send = { body: aSignUp({ email }), headers: { 'idempotency-key': 'lost-on-its-way' } }
  await origin.call('signUp', send)
  const headers = browserOf(await origin.call('signUp', send))
  await origin.call('resendSignup', { headers, body: { email, to: right } })
  expect(await subjectsTo(right)).toHaveLength(1)
})

test('for a member’s address the answer is the same, and the mail goes to that member', async () => {
  const member = await origin.aMember({ email: anAddress() })
  const { sendTo } = await signUp()
  expect((await sendTo(member.row.email)).body).toEqual({ status: 'check_mail' })
  expect(await subjectsTo(member.row.email)).toHaveLength(1)
  expect((await origin.mails(member.row.email))[0]!.links[0]).toMatch(/\/login$/)
})

test('five times a day and no more, for known and unknown addresses', async () => {
  const { email, sendTo } = await signUp()
  const statuses = async (to: string) => {
    const all: number[] = []
    for (let time = 0; time < 8; time++) all.push((await sendTo(to)).status)
    return all
  }
  // What was mailed at the sign-up itself doesn't count.
  origin.advance(1)
  const five = [200, 200, 200, 200, 200, 409, 409, 409]
  expect(await statuses(anAddress())).toEqual(five)
  expect(await statuses(email)).toEqual(five)
  const { sendTo: another } = await signUp()
  const member = await origin.aMember({ email: anAddress() })
  for (let time = 0; time < 5; time++) expect((await another(member.row.email)).status).toBe(200)
  expect((await another(member.row.email)).status).toBe(409)
})
