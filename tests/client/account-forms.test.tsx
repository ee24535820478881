import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { createQueryClient, type Answered } from '../../client/api/query-client.ts'
import { SiteProvider } from '../../client/site/site.tsx'
import { ChangeEmail } from '../../client/account/change-email.tsx'
import { ChangePassword } from '../../client/account/change-password.tsx'
import { SessionsList } from '../../client/account/sessions-list.tsx'
import { loadAllMessages } from '../../locales/load.ts'
import { errorBody, fieldError } from '../../shared/api/errors.ts'
import { part, renderPage, settingsFor, textOf } from './render-page.tsx'
import { sentence } from '../fixtures/sentence.ts'

const TOKEN = 'k'.repeat(43)

/** A part of the settings as a member sees it. */
async function show(content: ReactNode, answers: Answered[] = []): Promise<string> {
  const bootstrap = {
    tenant: settingsFor(),
    messages: await loadAllMessages('en'),
    url: '/settings',
    member: true,
    trafficSource: false,
    now: '2026-11-20T20:00:00.000Z',
    notFound: false,
    originAway: false,
    eventNumber: null,
    notices: [],
    form: null
  }
  return renderToString(
    <SiteProvider bootstrap={bootstrap}>
      <QueryClientProvider client={createQueryClient(answers)}>{content}</QueryClientProvider>
    </SiteProvider>
  )
}

const linkOf = (purpose: string, state = 'open') =>
  [
    [
      { endpoint: 'getToken', query: { token: TOKEN } },
      { purpose, state }
    ]
  ] as Answered[]

describe('a forgotten password', () => {
  test('[RT-9] is reset by address, in a plain form to its own page', async () => {
    const form = part(await renderPage('/reset-password'), 'form')
    expect(form).toMatch(/^<form [^>]*method="post"/)
    expect(form).not.toContain('action=')
    expect(form).toMatch(/<input type="email"[^>]* name="email"/)
  })

  test('[RT-10] is replaced in a form with two fields and the link’s token', async () => {
    const form = part(await renderPage(`/reset-password/do?token=${TOKEN}`, { answers: linkOf('reset_password') }), 'form')
    expect([...form.matchAll(/ name="([^"]+)"/g)].map((found) => found[1])).toEqual(['token', 'password', 'password_repeat'])
    expect([...form.matchAll(/autoComplete="new-password"/gi)]).toHaveLength(2)
  })

  test.each([
    ['/reset-password/do', []],
    [`/reset-password/do?token=${TOKEN}`, linkOf('reset_password', 'expired')],
    [`/reset-password/do?token=${TOKEN}`, linkOf('activate')],
    [`/${TOKEN}`, linkOf('reset_password', 'used')]
  ])('[ERR-6] an invalid link says so and leads to a new one: %s', async (url, answers) => {
    const main = part(await renderPage(url, { answers }), 'main')
    expect(textOf(part(main, 'h1'))).toBe('Link expired or invalid, request a new email.')
    expect(main).toContain('href="/reset-password"')
    expect(main).not.toContain('<form')
  })
})

describe('a mailed link', () => {
  test.each([
    ['change_mail', sentence('token.change_mail_heading'), 'Confirm the address'],
    ['unlock', 'Unlock your account', 'Unlock my account'],
    ['unsubscribe', 'Unsubscribe', 'Unsubscribe'],
    ['reset_password', 'Choose a new password', sentence('token.reset_password_action')]
  ])('to %s says what it does and has one button', async (purpose, heading, action) => {
    const main = part(await renderPage(`/${TOKEN}`, { answers: linkOf(purpose) }), 'main')
    expect(textOf(part(main, 'h1'))).toBe(heading)
    expect(textOf(part(main, 'button'))).toBe(action)
  })

  test('that has unsubscribed confirms it', async () => {
    expect(textOf(part(await renderPage(`/${TOKEN}`, { answers: linkOf('unsubscribe', 'used') }), 'h1'))).toBe(
      sentence('token.unsubscribed_heading')
    )
  })
})

test.each(['account', 'connection'])(
  'a log-in says how long its %s is blocked, and of the mail only if there can be one [ERR-4]',
  async (by) => {
    const error = errorBody('login_blocked', { minutes: 14, by }).error
    const main = textOf(part(await renderPage('/login', { page: { form: { endpoint: 'login', values: {}, error } } }), 'main'))
    expect(main).toContain('Too many incorrect attempts, account blocked for 14 min.')
    expect(main.includes(sentence('login.blocked_help'))).toBe(by === 'account')
  }
)

test.each([
  ['[VAL-5]', fieldError('email', 'email_taken'), 'This email address already owns an account on this website.'],
  ['[VAL-6]', fieldError('email', 'email_new'), 'New email adress is invalid.'],
  ['[VAL-7]', fieldError('password_repeat', 'password_repeat'), 'The entered passwords are not the same.'],
  ['[ERR-5]', fieldError('email', 'email_not_found'), 'E-mail address not found.'],
  ['[ERR-8]', fieldError('old_password', 'old_password'), 'Please check your old password.']
])('%s is shown letter by letter', async (_, field, sentence) => {
  const error = errorBody('invalid', {}, [field]).error
  const html = await renderPage('/reset-password', { page: { form: { endpoint: 'requestPasswordReset', values: {}, error } } })
  expect(textOf(html)).toContain(sentence)
})

describe('in the settings', () => {
  test('the password is changed with the old one and a new one twice', async () => {
    const html = await show(<ChangePassword />)
    expect([...html.matchAll(/<input[^>]* name="([^"]+)"/g)].map((found) => found[1])).toEqual([
      'old_password',
      'password',
      'password_repeat'
    ])
  })

  test('the address is changed with the password, and the current one is shown', async () => {
    const html = await show(<ChangeEmail current="robin@mail.example" />)
    expect([...html.matchAll(/<input[^>]* name="([^"]+)"/g)].map((found) => found[1])).toEqual(['email', 'password'])
    expect(textOf(html)).toContain(sentence('change-email.help', { email: 'robin@mail.example' }))
  })

  test('sessions are listed by device, site and day, each with its own log-out', async () => {
    const session = { site: 'Velvet', created_at: '2026-11-01T10:00:00.000Z', used_at: '2026-11-20T10:00:00.000Z' }
    const sessions = [
      { ...session, id: 'A'.repeat(22), current: true, browser: 'Firefox', system: 'Android', country: 'BE' },
      { ...session, id: 'B'.repeat(22), current: false, browser: '', system: '', country: '' }
    ]
    const html = await show(<SessionsList />, [[{ endpoint: 'listSessions', query: {} }, { sessions }]])
    const [own, other] = [...html.matchAll(/<li.*?<\/li>/g)].map(([row]) => textOf(row))
    expect(own).toBe('Firefox · Android This device Velvet · Belgium Logged in 1 Nov 2026, last used 20 Nov 2026 Log out')
    expect(other).toContain('Unknown device')
    expect(textOf(html)).toContain('Log out everywhere else')
  })
})
