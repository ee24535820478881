import { expect, test } from 'vitest'
import type { Contract } from '../../shared/api/contract.ts'
import type { EndpointOutput } from '../../shared/api/endpoint.ts'
import { id } from '../client/chat-fixtures.ts'
import { translatorOf } from '../client/render-page.tsx'
import { memberAnswers } from '../client/render-page.tsx'
import { NOTIFICATIONS, OWN_PROFILE } from '../fixtures/own-pages.ts'
import { smallFields } from '../fixtures/small-fields.ts'
import { memberApi, SESSION } from './member-api.ts'
import { mount, HttpError } from './mount.tsx'
import { readIn } from './read-in.ts'
import { sentence } from './sentence.ts'

test('no field is so small on a phone that iOS zooms into it', async () => {
  await mount('/settings', { width: 375, api: memberApi() })
  await expect.poll(() => document.querySelectorAll('main select').length).toBeGreaterThan(5)
  expect(smallFields()).toEqual([])
})

test('a link to the data export shows its heading below the header of the page', async () => {
  const { getByRole } = await mount('/settings', { width: 1280, api: memberApi() })
  const heading = getByRole('heading', { name: sentence('export.heading') })
  // Without what is loaded below it, the page is too short.
  await expect.element(getByRole('heading', { name: sentence('delete-account.heading') })).toBeVisible()
  document.querySelector('#export')!.scrollIntoView()
  const { top, bottom } = heading.element().getBoundingClientRect()
  expect(top).toBeGreaterThan(document.querySelector('header')!.getBoundingClientRect().bottom)
  expect(bottom).toBeLessThan(window.innerHeight)
})

test('a refused setting is reverted and says why', async () => {
  const updateNotifications = () => new HttpError('limit_reached')
  const { getByLabelText, getByText } = await mount('/settings', { api: memberApi({ updateNotifications }) })
  const messages = getByLabelText(sentence('notifications.kind.messages'))
  await messages.selectOptions(sentence('notifications.frequency.never'))
  await expect.element(getByText(sentence('error.limit_reached'))).toBeVisible()
  await expect.element(messages).toHaveValue('at_once')
})

test('a refused setting says why also when a later change was stored meanwhile', async () => {
  const first = Promise.withResolvers<HttpError>()
  let stored = NOTIFICATIONS
  const api = memberApi({
    updateNotifications: ({ body: { preferences } }) => {
      if (preferences?.messages) return first.promise
      stored = { ...stored, preferences: { ...stored.preferences, ...preferences } }
      return stored
    }
  })
  const { getByLabelText, getByText } = await mount('/settings', { api })
  const [messages, likes] = [getByLabelText(sentence('notifications.kind.messages')), getByLabelText(sentence('notifications.kind.likes'))]
  await messages.selectOptions(sentence('notifications.frequency.never'))
  await likes.selectOptions(sentence('notifications.frequency.never'))
  first.resolve(new HttpError('limit_reached'))
  await expect.element(getByText(sentence('error.limit_reached'))).toBeVisible()
  await expect.element(messages).toHaveValue('at_once')
  await expect.element(likes).toHaveValue('never')
  expect(getByText(sentence('settings.saved'), { exact: true }).query()).toBeNull()
})

test('a setting that is refused once another page is open says so there', async () => {
  const hold = Promise.withResolvers<HttpError>()
  history.replaceState(null, '', '/settings')
  const api = memberApi({
    updateNotifications: () => hold.promise,
    listLikes: () => ({ profiles: [], liked_by: [], matches: [], total_new: 0, more: { received: null, given: null, matches: null } })
  })
  const { getByLabelText, getByRole, getByText, calls } = await mount('/settings', { api })
  await getByLabelText(sentence('notifications.kind.messages')).selectOptions(sentence('notifications.frequency.never'))
  await expect.poll(() => calls.map(({ endpoint }) => endpoint)).toContain('updateNotifications')
  await getByRole('link', { name: /^Likes/ }).click()
  await expect.element(getByRole('heading', { level: 1, name: sentence('likes.heading') })).toBeVisible()
  hold.resolve(new HttpError('limit_reached'))
  await expect.element(getByText(sentence('error.limit_reached'))).toBeVisible()
})

test.each([
  ['sells credits', { payment_provider: 'sandbox' }],
  ['sells none, but states what was spent of those that were given', {}]
] as const)('the monthly statement is switched off and on, on a brand that %s', async (_, tenant) => {
  const label = sentence('notifications.statement')
  const api = memberApi({ updateNotifications: ({ body: { statement = true } }) => ({ ...NOTIFICATIONS, statement }) })
  const settings = await mount('/settings', { tenant, api })
  const statement = settings.getByLabelText(label)
  await expect.element(statement).toHaveValue('monthly')
  await statement.selectOptions(sentence('notifications.frequency.never'))
  await expect.element(statement).toHaveValue('never')
  await statement.selectOptions(sentence('notifications.monthly'))
  await expect.element(statement).toHaveValue('monthly')
  const sent = settings.calls.filter(({ endpoint }) => endpoint === 'updateNotifications').map(({ body }) => body)
  expect(sent).toEqual([{ statement: false }, { statement: true }])
})

test.each([375, 1280])('the choices of how often to mail are as wide as each other (%i px)', async (width) => {
  const { getByLabelText } = await mount('/settings', { width, tenant: { payment_provider: 'sandbox' }, api: memberApi() })
  await expect.element(getByLabelText(sentence('notifications.statement'))).toBeVisible()
  const edges = [...document.querySelectorAll('main li select')].map((choice) => {
    const { left, right } = choice.getBoundingClientRect()
    return `${left} ${right}`
  })
  expect(edges.length).toBeGreaterThan(3)
  expect(new Set(edges).size).toBe(1)
})

test('spending limits are typed as amounts, sent as minor units, and say from when higher ones hold; all dates are the reader’s', async () => {
  await readIn('Australia/Brisbane')
  const evening = '2026-11-20T20:00:00.000Z'
  const none = { limits: { currency: 'EUR', day: null, month: null }, next: null, spent: { day: 0, month: 1250 }, paused_until: null }
  const api = memberApi({
    getLimits: () => none,
    setLimits: ({ body: { limits, pause } }) => ({
      ...none,
      limits: { currency: 'EUR', day: 500, month: null },
      next: limits ? { limits, at: '2026-11-24T20:00:00.000Z' } : null,
      paused_until: pause ? '2026-11-30T20:00:00.000Z' : null
    }),
    listBlocked: () => ({ blocked: [{ id: 'B'.repeat(22), name: 'Bo', blocked_at: evening }], total: 1, page: 1 }),
    listSessions: () => ({ sessions: [{ ...SESSION, created_at: evening, used_at: evening }] })
  })
  const { getByLabelText, getByRole, getByText, calls } = await mount('/settings', {
    width: 375,
    tenant: { payment_provider: 'sandbox' },
    api
  })
  const date = '21 Nov 2026'
  await expect.element(getByText(sentence('settings.blocked_since', { date }))).toBeVisible()
  await expect.element(getByText(sentence('sessions.used', { since: date, used: date }))).toBeVisible()
  const day = getByLabelText(/Most in a day/)
  const save = getByRole('button', { name: sentence('spending.save') })
  await day.fill('ten')
  await save.click()
  await expect.element(getByText(sentence('spending.amount_wrong'))).toBeVisible()
  await day.fill('19,50')
  await save.click()
  await expect.element(getByText(/From .*25.* 06:00\. Until then/)).toBeVisible()
  await getByLabelText(sentence('spending.pause')).selectOptions(sentence('spending.pauses.month'))
  await getByRole('button', { name: sentence('spending.pause_submit') }).click()
  await expect.element(getByText(/until 1 December .* 06:00\./)).toBeVisible()
  const sent = calls.filter(({ endpoint }) => endpoint === 'setLimits').map(({ body }) => body)
  expect(sent).toEqual([{ limits: { currency: 'EUR', day: 1950, month: null } }, { pause: 'month' }])
})

test.each(['en', 'de'] as const)(
  'in %s, spending limits stand in their fields as amounts are written, and are sent as they were',
  async (language) => {
    const limits = { currency: 'EUR', day: 1250, month: 1_000_000 }
    const state = { limits, next: null, spent: { day: 0, month: 0 }, paused_until: null }
    const api = memberApi({ getLimits: () => state, setLimits: () => state })
    const { getByLabelText, getByRole, calls } = await mount('/settings', { language, tenant: { payment_provider: 'sandbox' }, api })
    const { t } = await translatorOf(language)
    const field = (key: 'day' | 'month') => getByLabelText(t(`spending.${key}`, { currency: 'EUR' }))
    await expect.element(field('day')).toHaveValue(new Intl.NumberFormat(language, { minimumFractionDigits: 2 }).format(12.5))
    await expect.element(field('month')).toHaveValue('10000')
    await getByRole('button', { name: t('spending.save') }).click()
    await expect.poll(() => calls.find(({ endpoint }) => endpoint === 'setLimits')?.body).toEqual({ limits })
  }
)

test('a member who wants no gifts switches them off and on again, where there are gifts', async () => {
  let shown = OWN_PROFILE
  const api = memberApi({
    getProfile: () => ({ profile: shown }),
    updateProfile: ({ body }) => ({ profile: (shown = { ...shown, ...body }) })
  })
  const { getByRole, calls, unmount } = await mount('/settings', { tenant: { payment_provider: 'sandbox' }, api })
  const gifts = getByRole('switch', { name: sentence('settings.gifts') })
  await expect.element(gifts).toBeChecked()
  for (const checked of [false, true]) {
    await gifts.click()
    await expect.poll(() => (gifts.element() as HTMLInputElement).checked).toBe(checked)
    await expect.poll(() => shown.accepts_gifts).toBe(checked)
  }
  await expect.element(getByRole('status').getByText(sentence('settings.saved'))).toBeVisible()
  expect(calls.flatMap(({ endpoint, body }) => (endpoint === 'updateProfile' ? [body] : []))).toEqual([
    { accepts_gifts: false },
    { accepts_gifts: true }
  ])
  await unmount()

  const without = await mount('/settings', { api })
  await expect.element(without.getByRole('switch', { name: sentence('settings.visits') })).toBeVisible()
  await expect.element(without.getByRole('switch', { name: sentence('settings.gifts') })).not.toBeInTheDocument()
})

test.each([
  ['settings.visitors', 'shown_to_visitors'],
  ['settings.visits', 'shows_visits'],
  ['settings.presence', 'shows_presence'],
  ['settings.typing', 'shows_typing'],
  ['settings.read', 'shows_read'],
  ['settings.gifts', 'accepts_gifts'],
  ['settings.greetings', 'greets_newcomers']
] as const)('the switch %s shows and changes %s, and nothing else', async (label, field) => {
  const none = {
    shown_to_visitors: false,
    shows_visits: false,
    shows_presence: false,
    shows_typing: false,
    shows_read: false,
    accepts_gifts: false,
    greets_newcomers: false
  }
  const { getByRole, calls } = await mount('/settings', {
    tenant: { payment_provider: 'sandbox', auto_like: 'consented' },
    api: memberApi({
      profile: { ...none, [field]: true },
      updateProfile: ({ body }) => ({ profile: { ...OWN_PROFILE, ...none, ...body } })
    })
  })
  const own = getByRole('switch', { name: sentence(label), exact: true })
  await expect.element(own).toBeChecked()
  const group = own.element().closest('section')!
  expect(group.querySelectorAll('[role=switch]')).toHaveLength(Object.keys(none).length)
  expect(group.querySelectorAll('[role=switch]:checked')).toHaveLength(1)
  await own.click()
  const sent = () => calls.filter(({ endpoint }) => endpoint === 'updateProfile').map(({ body }) => body)
  await expect.poll(sent).toEqual([{ [field]: false }])
})

test('blocked members that can’t be loaded when more are asked for say so, and can be tried again', async () => {
  let failing = true
  const pageOf = (page: number, name: string) => ({
    blocked: [{ id: id(name), name, blocked_at: '2026-11-20T12:00:00.000Z' }],
    total: 2,
    page
  })
  const { getByRole, getByText } = await mount('/settings', {
    api: memberApi({
      listBlocked: ({ query: { page } }) => (page !== '2' ? pageOf(1, 'Ann') : failing ? new HttpError('invalid') : pageOf(2, 'Bea'))
    })
  })
  await getByRole('button', { name: sentence('settings.show_more') }).click()
  await expect.element(getByRole('alert').getByText(sentence('settings.failed'))).toBeVisible()
  failing = false
  await getByRole('button', { name: sentence('load-failed.retry') }).click()
  await expect.element(getByText('Bea', { exact: true })).toBeVisible()
  await expect.element(getByText(sentence('settings.failed'))).not.toBeInTheDocument()
})

test('what was already done when its answer got lost isn’t reported as a failure', async () => {
  const other = { ...SESSION, id: 'T'.repeat(22), current: false }
  const blocked = { id: id('Bo'), name: 'Bo', blocked_at: '2026-11-20T12:00:00.000Z' }
  const api = memberApi({
    getUser: () => memberAnswers()[0]![1] as EndpointOutput<Contract['getUser']>,
    listSessions: () => ({ sessions: [SESSION, other] }),
    endSession: () => new HttpError('not_found'),
    listBlocked: () => ({ blocked: [blocked], total: 1, page: 1 }),
    unblockMember: () => new HttpError('not_found')
  })
  const { getByRole, getByText } = await mount('/settings', { api })
  await getByRole('button', { name: sentence('block.unblock', { member: 'Bo' }) }).click()
  await expect.element(getByText(sentence('settings.unblocked', { member: 'Bo' }))).toBeVisible()
  await getByRole('button', { name: new RegExp(`^${sentence('sessions.end')} `) })
    .last()
    .click()
  await expect.element(getByText(sentence('sessions.ended'))).toBeVisible()
  expect(getByText(sentence('error.not_found')).elements()).toEqual([])
})
