import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { readMessages } from '../../locales/read.ts'
import { mailTranslator } from '../../origin/mails/messages.ts'
import { sendMails } from '../../origin/mails/send-mails.ts'
import type { MailTransport } from '../../origin/providers/mail.ts'
import { createSmtpTransport } from '../../origin/providers/smtp.ts'
import { LOCALES } from '../../shared/i18n/locales.ts'
import { eventsOf, write } from '../fixtures/acts.ts'
import { aSignUp } from '../fixtures/inputs.ts'
import { createTestOrigin, tokenOf, type TestOrigin } from '../fixtures/origin.ts'
import { sentence } from '../fixtures/sentence.ts'

let origin: TestOrigin
const closing: (() => unknown)[] = []
afterEach(async () => {
  await origin.close()
  for (const close of closing.splice(0).reverse()) await close()
})

const english = { facts: { language: 'en' } }
const isle = { tenant: 'isle', body: aSignUp({ country: 'GB' }) }

/** A transport that fails until it is repaired. */
function brokenTransport() {
  const transport = { working: false, tries: 0, send: async () => {}, close: () => {} }
  transport.send = async () => {
    transport.tries += 1
    if (!transport.working) throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
  }
  return transport satisfies MailTransport
}

test('the activation mail is in the language of the page, hides what the site is about in its subject, and comes from the brand', async () => {
  origin = await createTestOrigin()
  const form = aSignUp()
  await origin.call('signUp', { body: form, ...english })
  const [mail] = await origin.mails(form.email)
  expect(mail?.subject).toBe(sentence('mail.activation.subject'))
  expect(mail?.text).toMatch(
    new RegExp(
      `^Hi ${form.name},\n\nThank you for signing up on Velvet\\. .*\n\nhttps://velvet\\.example/activate-[\\w-]{43}\n\n.*\n\n-- \nVelvet\nBrandhouse B\\.V\\., Kade 1, Rotterdam$`
    )
  )
  expect(mail?.links).toEqual([`https://velvet.example/${tokenOf(mail)}`])
  expect(mail?.html).toContain(`<html lang="en">`)
  expect(mail?.html).toContain(`<a href="${mail?.links[0]}"`)
  expect(origin.sent).toMatchObject([{ from: { name: 'Velvet', address: 'help@velvet.example' }, to: form.email, subject: mail?.subject }])
})

test('a link follows the settings of the site, whatever the request says', async () => {
  origin = await createTestOrigin()
  const form = aSignUp()
  await origin.call('signUp', {
    body: form,
    headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', origin: 'https://evil.example' }
  })
  const [mail] = await origin.mails(form.email)
  expect(JSON.stringify(mail)).not.toContain('evil')
})

test('what members and operators typed is text in the HTML of a mail and nothing else', async () => {
  origin = await createTestOrigin()
  await origin.publish({ id: 'isle', name: 'Isle <b>&"' })
  const member = await origin.aMember({
    tenant: 'isle',
    name: '<img src=x>{name, plural, other{x}}',
    language: 'en',
    status: 'not_confirmed'
  })
  await origin.call('resendActivation', { as: member })
  const [mail] = await origin.mails(member.row.email)
  expect(mail?.text).toContain('Hi <img src=x>{name, plural, other{x}},')
  expect(mail?.html).toContain('Hi &lt;img src=x&gt;{name, plural, other{x}},')
  expect(mail?.html).toContain('Isle &lt;b&gt;&amp;&quot;')
  expect(mail?.html).not.toContain('<img')
})

test('a member of a pool gets mails from the site where they signed up, even when requested on another', async () => {
  origin = await createTestOrigin()
  const member = await origin.aMember({ status: 'not_confirmed' })
  await origin.call('resendActivation', { as: await origin.signIn(member, 'nordic') })
  const [mail] = await origin.mails(member.row.email)
  expect(mail?.links[0]).toMatch(/^https:\/\/velvet\.example\//)
  const body = { token: tokenOf(mail) }
  expect((await origin.call('activate', { as: await origin.signIn(member, 'nordic'), body })).body.error?.code).toBe('link_expired')
  expect((await origin.call('activate', { as: await origin.signIn(member, 'velvet'), body })).status).toBe(200)
})

test('a refused sign-up leaves no mail', async () => {
  origin = await createTestOrigin()
  const taken = await origin.aMember()
  await origin.call('signUp', { body: aSignUp({ name: taken.row.name }) })
  expect(await origin.mails()).toEqual([])
})

test('an unavailable mail server delays a mail by 1, 2, 4 minutes and so on; once it is sent, its links are stored nowhere', async () => {
  const transport = brokenTransport()
  origin = await createTestOrigin({ mail: transport })
  expect((await origin.call('signUp', isle)).status).toBe(200)
  await origin.idle()
  expect(transport.tries).toBe(1)
  for (const minutes of [1, 2, 4]) {
    origin.advance(minutes * 60 - 1)
    await sendMails(origin.deps)
    const before = transport.tries
    origin.advance(1)
    await sendMails(origin.deps)
    expect([minutes, transport.tries]).toEqual([minutes, before + 1])
  }
  expect((await origin.mails())[0]?.links).toHaveLength(1)
  transport.working = true
  origin.advance(8 * 60)
  expect(await sendMails(origin.deps)).toBe(1)
  expect(await origin.mails()).toMatchObject([{ text: '', html: '', links: [] }])
  origin.advance(24 * 3600)
  expect(await sendMails(origin.deps)).toBe(0)
})

test('a mail that couldn’t be delivered for a day is given up, and its links are deleted', async () => {
  const transport = brokenTransport()
  origin = await createTestOrigin({ mail: transport })
  await origin.call('signUp', isle)
  await origin.idle()
  const row = async () => await origin.deps.db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow()
  for (let hour = 1; hour < 24; hour++) {
    origin.advance(3600)
    await sendMails(origin.deps)
  }
  expect((await row()).dead_at).toBeNull()
  origin.advance(4 * 3600)
  await sendMails(origin.deps)
  const { tries } = transport
  origin.advance(24 * 3600)
  await sendMails(origin.deps)
  expect(transport.tries).toBe(tries)
  expect(await row()).toMatchObject({
    delivered_at: null,
    dead_at: expect.any(Date),
    reason: 'ECONNREFUSED',
    message: { text: '', html: '', links: [] }
  })
})

test('a mail that waited while nothing ran is tried for hours before it is given up', async () => {
  const transport = brokenTransport()
  origin = await createTestOrigin({ mail: transport })
  await origin.call('signUp', isle)
  await origin.idle()
  // Nothing runs for two days, and afterwards the mail server takes a while to come back.
  origin.advance(2 * 24 * 3600)
  for (let hour = 0; hour < 3; hour++) {
    await sendMails(origin.deps)
    origin.advance(3600)
  }
  transport.working = true
  expect(await sendMails(origin.deps)).toBe(1)
})

test('a mail whose link has ended before it could be sent is given up', async () => {
  const transport = brokenTransport()
  origin = await createTestOrigin({ mail: transport })
  const { row } = await origin.aMember()
  const ask = async () => {
    await origin.call('requestPasswordReset', { body: { email: row.email } })
    await origin.idle()
  }
  await ask()
  origin.advance(3599)
  await ask()
  transport.working = true
  origin.advance(121)
  expect(await sendMails(origin.deps)).toBe(1)
  const mails = await origin.deps.db.selectFrom('outbox').select(['delivered_at', 'reason', 'message']).orderBy('id').execute()
  expect(mails).toMatchObject([
    { delivered_at: null, reason: 'its link has ended', message: { links: [] } },
    { delivered_at: origin.now(), reason: null }
  ])
})

test('several processes that send at once send each mail once', async () => {
  const transport = brokenTransport()
  origin = await createTestOrigin({ mail: transport })
  for (let count = 0; count < 12; count++) await origin.call('signUp', { tenant: 'isle', body: aSignUp({ country: 'GB' }) })
  await origin.idle()
  transport.working = true
  origin.advance(3600)
  const sent = await Promise.all([1, 2, 3, 4].map(() => sendMails(origin.deps)))
  expect(sent.reduce((sum, count) => sum + count, 0)).toBe(12)
})

/** A mail server's reply to a step of the SMTP dialogue; null: it accepts. */
interface Says {
  login?: () => string | null
  sender?: () => string | null
  reader?: () => string | null
  text?: () => string | null
}

/** The library writes the code by itself. */
function reply(said: string | null | undefined): Error | null {
  return said ? Object.assign(new Error(said.slice(4)), { responseCode: Number(said.slice(0, 3)) }) : null
}

/** A mail server that accepts everything it isn't told to refuse: the received mails, their recipients, and a transport to it. */
async function aMailServer(says: Says = {}) {
  const received: Buffer[] = []
  const recipients: string[][] = []
  const server = new SMTPServer({
    disabledCommands: says.login ? ['STARTTLS'] : ['AUTH', 'STARTTLS'],
    authOptional: true,
    onAuth: (_, __, done) => done(reply(says.login?.()), { user: 'origin' }),
    onMailFrom: (_, __, done) => done(reply(says.sender?.())),
    onRcptTo: (_, __, done) => done(reply(says.reader?.())),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const refused = reply(says.text?.())
        if (refused) return done(refused)
        received.push(Buffer.concat(chunks))
        recipients.push(session.envelope.rcptTo.map(({ address }) => address))
        done()
      })
    }
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  closing.push(() => new Promise<void>((resolve) => server.close(resolve)))
  const transport = createSmtpTransport(
    `smtp://${says.login ? 'origin:secret@' : ''}127.0.0.1:${(listening.address() as AddressInfo).port}`
  )
  closing.push(() => transport.close())
  return { received, recipients, transport }
}

test.each([
  '550 5.1.1 No such user here',
  '550 5.4.1 Recipient address rejected: Access denied',
  '552 5.2.2 Mailbox full',
  '550 No such user',
  '556 5.1.10 The domain takes no mail'
])('an address that is refused for good (%s) is tried once, and treated like a bounce: no more mails', async (said) => {
  let tries = 0
  const { received, transport } = await aMailServer({ reader: () => ((tries += 1), said) })
  origin = await createTestOrigin({ mail: transport })
  const [member, other, sender] = [await origin.aMember(), await origin.aMember(), await origin.aMember()]
  origin.advance(16 * 60)
  await write(origin, sender, member, 'Hi')
  await origin.idle()
  expect(tries).toBe(1)
  const row = await origin.deps.db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ delivered_at: null, dead_at: origin.now(), reason: 'the address takes no mail' })
  expect(row.message).toMatchObject({ text: '', html: '', links: [], unsubscribe: null })
  origin.advance(24 * 3600)
  await sendMails(origin.deps)
  expect([tries, received]).toEqual([1, []])
  const disabledOf = async (as: typeof member) => (await origin.call('getNotifications', { as })).body.disabled
  expect([await disabledOf(member), await disabledOf(other)]).toEqual([['bounce'], []])
  // Their open pages are notified, as by a mail service event.
  expect((await eventsOf(origin, member)).at(-1)).toMatchObject({ type: 'notifications_changed', data: {} })
})

test.each<[string, Says]>([
  ['an address for now', { reader: () => '450 4.2.1 Try again later' }],
  ['an address for now, without a number', { reader: () => '452 Too many' }],
  ['our log-in', { login: () => '535 5.7.8 Bad credentials' }],
  ['our log-in at the address', { reader: () => '530 5.7.0 Authentication required' }],
  ['our sender', { sender: () => '550 5.1.8 Sender unknown' }],
  ['our sender at the address', { reader: () => '550 5.1.8 Sender address rejected: Domain not found' }],
  ['us', { reader: () => '554 5.7.1 Relay access denied' }],
  ['us in words alone', { reader: () => '550 relay not permitted' }],
  ['the text', { text: () => '550 5.6.0 Not like this' }],
  ['the command', { reader: () => '503 5.5.1 Out of order' }]
])('a server that refuses %s is retried later, and no one counts as bouncing', async (_, says) => {
  const broken = { ...says }
  const { received, transport } = await aMailServer(
    Object.fromEntries(Object.entries(says).map(([step]) => [step, () => broken[step as keyof Says]?.() ?? null]))
  )
  origin = await createTestOrigin({ mail: transport })
  const member = await origin.aMember({ tenant: 'isle', status: 'not_confirmed' })
  await origin.call('resendActivation', { as: member })
  await origin.idle()
  expect(received).toEqual([])
  const row = await origin.deps.db.selectFrom('outbox').select(['delivered_at', 'dead_at', 'attempts']).executeTakeFirstOrThrow()
  expect(row).toEqual({ delivered_at: null, dead_at: null, attempts: 1 })
  expect((await origin.call('getNotifications', { as: member })).body.disabled).toEqual([])
  for (const step of Object.keys(broken)) delete broken[step as keyof Says]
  origin.advance(60)
  expect(await sendMails(origin.deps)).toBe(1)
  expect(received).toHaveLength(1)
})

test('over SMTP a mail arrives complete, with letters of every language in name, subject and text [SET-24]', async () => {
  const { received, transport } = await aMailServer()
  origin = await createTestOrigin({ mail: transport })
  await origin.publish({ id: 'isle', mail_name: 'Ísle — Żółć' })
  const form = aSignUp({ name: 'Ærøskøbing', country: 'GB', email: 'reader@mail.example' })
  await origin.call('signUp', { tenant: 'isle', body: form })
  await origin.idle()
  expect(received).toHaveLength(1)
  const mail = await PostalMime.parse(received[0]!)
  expect(mail.from).toMatchObject({ name: 'Ísle — Żółć', address: 'help@isle.example' })
  expect(mail.to).toMatchObject([{ address: 'reader@mail.example' }])
  expect(mail.messageId).toMatch(/^<mail\.\d+\.\d+@isle\.example>$/)
  expect(mail.text).toContain('Hi Ærøskøbing,')
  expect(mail.html).toContain('Hi Ærøskøbing,')
})

const names = (raw: Buffer) =>
  raw
    .toString()
    .split('\r\n\r\n')[0]!
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .map((line) => line.split(':')[0]!.toLowerCase())
    .sort()

test('no name, brand or address can inject a header, a recipient or a part', async () => {
  const { received, recipients, transport } = await aMailServer()
  origin = await createTestOrigin({ mail: transport })
  const plain = await origin.aMember({ tenant: 'isle', email: 'plain@mail.example', status: 'not_confirmed' })
  await origin.call('resendActivation', { as: plain })
  await origin.idle()
  const expected = names(received[0]!)
  const line = '\r\nBcc: thief@evil.example\r\n\r\n<script>'
  await origin.publish({ id: 'isle', name: `Isle${line}`, mail_name: `Isle${line}` })
  const hostile = ['a@mail.example, thief@evil.example', 'a@mail.example\r\nRCPT TO:<thief@evil.example>', 'x <thief@evil.example>']
  for (const [n, email] of ['reader@mail.example', ...hostile].entries()) {
    const member = await origin.aMember({ tenant: 'isle', email, name: `Rea${n}${line}`, status: 'not_confirmed' })
    await origin.call('resendActivation', { as: member })
    await origin.idle()
  }
  expect(received.length).toBeGreaterThan(1)
  for (const raw of received) {
    expect(names(raw)).toEqual(expected)
    const mail = await PostalMime.parse(raw)
    expect([mail.bcc, mail.cc, mail.attachments]).toEqual([undefined, undefined, []])
  }
  for (const to of recipients) expect(to).toHaveLength(1)
  expect(recipients.flat().map((address) => address.toLowerCase())).not.toContain('thief@evil.example')
})

test('news can be ended by one request from the headers, as mail programs do; mails about the account can’t', async () => {
  const { received, transport } = await aMailServer()
  origin = await createTestOrigin({ mail: transport })
  const [sender, member] = [await origin.aMember(), await origin.aMember({ language: 'en' })]
  const say = async (text: string) => {
    await write(origin, sender, member, text)
    await origin.idle()
  }
  await say('They are here: no mail')
  expect(received).toEqual([])
  origin.advance(16 * 60)
  await say('They are away')
  await say('One mail is enough')
  expect(received).toHaveLength(1)
  const mail = await PostalMime.parse(received[0]!)
  expect(mail.subject).toBe('You have a new message')
  expect(`${mail.text}${mail.html}`).not.toContain('They are away')
  expect(`${mail.text}${mail.html}`).not.toContain(sender.row.name)
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const token = /^<https:\/\/velvet\.example\/([\w-]{43})>$/.exec(header('list-unsubscribe') ?? '')?.[1] ?? ''
  expect(mail.text).toContain(`https://velvet.example/${token}`)

  const press = () => origin.call('useToken', { body: { token, one_click: true } })
  expect((await press()).body).toEqual({ purpose: 'unsubscribe' })
  expect((await press()).body).toEqual({ purpose: 'unsubscribe' })
  // It ends only mails of this kind.
  const { preferences, disabled } = (await origin.call('getNotifications', { as: member })).body
  expect([preferences.messages, preferences.likes, disabled]).toEqual(['never', 'daily', []])
  origin.advance(3600)
  await say('No more of these')
  expect(received).toHaveLength(1)

  await origin.call('requestPasswordReset', { body: { email: member.row.email } })
  await origin.idle()
  const account = await PostalMime.parse(received[1]!)
  expect(account.headers.map(({ key }) => key).filter((key) => key.startsWith('list-'))).toEqual([])
})

test('in no language does a subject reveal what the site is about or who writes', () => {
  const english = readMessages('en')
  const templates = Object.keys(english).filter((key) => /^mail\..*\.subject$/.test(key))
  expect(templates.length).toBeGreaterThan(7)
  for (const locale of LOCALES) {
    for (const key of templates) {
      const subject = mailTranslator(locale).t(key, { name: 'Mira', site: 'Velvet' })
      expect([locale, key, subject.length < 60]).toEqual([locale, key, true])
      expect(subject).not.toMatch(/sex|bdsm|kink|fetish|dating|\bdate\b|flirt|erot|adult|single|match|love|credit|premium|Mira|Velvet/i)
    }
  }
})
