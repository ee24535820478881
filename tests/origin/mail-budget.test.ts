import { createHash } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import type { MailTemplate } from '../../origin/mails/render-mail.ts'
import { keepBannedAddress } from '../../origin/moderation/banned-addresses.ts'
import type { NewsTemplate } from '../../shared/rules/news.ts'
import { aComplaint, aSignUp } from '../fixtures/inputs.ts'
import { repeats } from '../fixtures/long.ts'
import { cookieValue, PASSWORD, type TestMember } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'

vi.mock('@node-rs/argon2', () => {
  const digest = (password: string) => `$argon2id$${createHash('sha256').update(password).digest('hex')}`
  return {
    hash: (password: string) => Promise.resolve(digest(password)),
    verify: (phc: string, password: string) => Promise.resolve(phc === digest(password))
  }
})

const origin = sharedOrigin()

/** Callers per way, and how often each of them calls. For all ways together a quarter of them is enough to ask for four times what may be sent. */
const CALLERS = 8
const CALLERS_TOGETHER = repeats(2, CALLERS)
const TIMES = 2
/** Mails per day that strangers can cause to one mailbox. */
const MOST = 10

const unconfirmed = { status: 'not_confirmed', profile_status: 'disabled' } as const
const NEW = 'a quiet harbour at night'

/** A caller from a separate address, with an account under their own email address. */
interface Caller {
  ip: string
  account: TestMember
}
/** Causes one mail to the recipient; returns the answer. */
type Act = (caller: Caller, recipient: string, time: number) => Promise<{ status: number; text: string }>

async function signUp({ ip }: Caller, email: string) {
  const form = aSignUp({ email })
  const answer = await origin.call('signUp', { facts: { ip }, body: form })
  return { form, answer }
}

/** Answers that differ by caller: for a confirmed member the form says that an address is taken. */
const OWN_WORDS: Record<string, number> = { mail_change: 2 }

/** A session of an account created with the recipient's address. */
async function claimed(caller: Caller, recipient: string) {
  const { form } = await signUp(caller, recipient)
  const answer = await origin.call('login', { facts: { ip: caller.ip }, body: { credentials: { login: form.name, password: PASSWORD } } })
  return { headers: { cookie: `auth=${cookieValue(answer.headers.get('set-cookie'))}` }, facts: { ip: caller.ip } }
}

/** Every way for a stranger to cause a mail to someone, by template. Mails from operators, to confirmed addresses alone, and news don't count. */
type NotByStrangers =
  | 'complaint_to_answer'
  | 'complaint_answered'
  | 'report_to_decide'
  | 'report_received'
  | 'report_decided'
  | 'decision'
  | 'decision_lifted'
  | 'appeal_received'
  | 'appeal_decided'
  // It costs money.
  | 'receipt'
  | 'withdrawal'
  | 'debit_notice'
  | 'statement'
  | 'unusual_spending'
  // Only a log-in of the member's own can ask for it.
  | 'mails_again'
  // It needs a code that was sent to a phone.
  | 'mandate'
const WAYS: Record<Exclude<MailTemplate, NewsTemplate | NotByStrangers>, Act> = {
  activation: async (caller, recipient) => (await signUp(caller, recipient)).answer,
  account_exists: async (caller, recipient) => (await signUp(caller, recipient)).answer,
  account_refused: async (caller, recipient) => {
    await keepBannedAddress(
      origin.deps,
      origin.deps.db,
      { pool: caller.account.row.pool, email: recipient, claimed_key: null },
      origin.now()
    )
    return (await signUp(caller, recipient)).answer
  },
  reset_password: ({ ip }, recipient) => origin.call('requestPasswordReset', { facts: { ip }, body: { email: recipient } }),
  mail_change: ({ ip, account }, recipient) =>
    origin.call('requestMailChange', { as: account, facts: { ip }, body: { email: recipient, password: PASSWORD } }),
  mail_change_asked: async (caller, recipient, time) =>
    origin.call('requestMailChange', {
      ...(await claimed(caller, recipient)),
      body: { email: `elsewhere.${time}.${caller.account.row.email}`, password: PASSWORD }
    }),
  password_changed: async (caller, recipient) =>
    origin.call('changePassword', {
      ...(await claimed(caller, recipient)),
      body: { old_password: PASSWORD, password: NEW, password_repeat: NEW }
    }),
  account_deleted: async (caller, recipient) =>
    origin.call('deleteAccount', { ...(await claimed(caller, recipient)), body: { password: PASSWORD } }),
  unlock: async ({ ip }, recipient) => {
    const wrong = () => origin.call('login', { facts: { ip }, body: { credentials: { login: recipient, password: 'a wrong password' } } })
    let answer = await wrong()
    for (let attempt = 1; attempt < 5; attempt++) answer = await wrong()
    await origin.deps.db.deleteFrom('login_failures').execute()
    return answer
  },
  complaint_received: ({ ip }, recipient) => origin.call('fileComplaint', { facts: { ip }, body: aComplaint({ email: recipient }) })
}

let made = 0
async function aCaller(index: number): Promise<Caller> {
  return { ip: `198.51.100.${index}`, account: await origin.aMember(index % 2 === 0 ? unconfirmed : {}) }
}

/** A mailbox without an account, or a member's. */
const RECIPIENTS: Record<string, () => Promise<string>> = {
  'someone without an account': async () => `stranger.${++made}@mail.example`,
  'a member': async () => (await origin.aMember({ email: `reader.${++made}@mail.example` })).row.email
}

const mailsTo = async (mailbox: string) => {
  const [name, domain] = mailbox.split('@')
  const isOne = new RegExp(`^${name}(\\+other)?@${domain}$`, 'i')
  return (await origin.mails()).filter(({ to }) => isOne.test(to))
}

/** Has every caller repeat it, alternating spellings of the address; returns all different answers. */
async function flood(ways: readonly Act[], recipient: string, callers: number): Promise<Set<string>> {
  const answers = new Set<string>()
  const spellings = [recipient, recipient.toUpperCase(), recipient.replace('@', '+other@')]
  for (let n = 0; n < callers * ways.length; n++) {
    const caller = await aCaller(n % 250)
    for (let time = 0; time < TIMES; time++) {
      const { status, text } = await ways[n % ways.length]!(caller, spellings[(n + time) % 3]!, time)
      answers.add(`${status} ${text}`)
    }
  }
  return answers
}

describe.each(Object.entries(RECIPIENTS))('%s', (_, aRecipient) => {
  test.each(Object.entries(WAYS))(
    'is mailed %s a few times a day at most, however many ask for it; no caller learns that',
    async (way, act) => {
      const recipient = await aRecipient()
      const answers = await flood([act], recipient, CALLERS)
      expect((await mailsTo(recipient)).length).toBeLessThanOrEqual(MOST)
      const limited = [...answers].filter((answer) => answer.startsWith('409'))
      // The limits of the forms count by address, whether or not it has an account.
      expect(answers.size - limited.length, [...answers].join('\n')).toBeLessThanOrEqual(OWN_WORDS[way] ?? 1)
    }
  )

  test('doesn’t get more mails by all of these ways together', async () => {
    const recipient = await aRecipient()
    await flood(Object.values(WAYS), recipient, CALLERS_TOGETHER)
    expect((await mailsTo(recipient)).length).toBeLessThanOrEqual(MOST)
    origin.advance(24 * 3600 + 1)
    await WAYS.complaint_received(await aCaller(1), recipient, 0)
    expect((await origin.mails(recipient)).at(-1)?.subject).toBeDefined()
  })
})

test('what strangers cause doesn’t use up the mails about the account itself, and those are limited too', async () => {
  const member = await origin.aMember({ language: 'en' })
  await flood(Object.values(WAYS), member.row.email, CALLERS_TOGETHER)
  const before = (await mailsTo(member.row.email)).length
  let { cookie } = member
  for (let time = 0; time < 15; time++) {
    const password = time % 2 === 0 ? { old: PASSWORD, fresh: NEW } : { old: NEW, fresh: PASSWORD }
    const body = { old_password: password.old, password: password.fresh, password_repeat: password.fresh }
    const answer = await origin.call('changePassword', { headers: { cookie: `auth=${cookie}` }, body })
    expect(answer.status).toBe(200)
    cookie = cookieValue(answer.headers.get('set-cookie'))
  }
  const mails = (await mailsTo(member.row.email)).slice(before)
  expect(mails.map(({ subject }) => subject)).toEqual(Array.from({ length: 10 }, () => 'Your password was changed'))
})
