import { expect, test, vi } from 'vitest'
import type { DirectDebit } from '../../shared/api/directdebit.ts'
import { fieldError } from '../../shared/api/errors.ts'
import { CHAT } from '../client/chat-fixtures.ts'
import { translatorOf } from '../client/render-page.tsx'
import { expectAccessible } from './accessible.ts'
import { goOffline } from './go-offline.ts'
import { type Api, HttpError, mount } from './mount.tsx'
import { sentence } from './sentence.ts'

const FROM_PAPER = { holder: 'Ann Example', iban: 'de89 3704 0044 0532 0130 00', phone: '0151 23456789' }
const MANDATE = { id: CHAT, reference: 'M-2026-1', holder: 'Ann Example', iban_end: '3000' }
const NONE: DirectDebit = {
  mandate: null,
  waiting: null,
  blocked: false,
  offered: true,
  creditor: { name: 'Example Ltd', address: '1 High Street', city: 'Berlin', country: 'DE', id: 'DE98ZZZ09999999999' },
  limits: { currency: 'EUR', day: 10_000, month: 30_000 }
}
const WAITING: DirectDebit = { ...NONE, waiting: { ...MANDATE, phone_end: '89', until: '2026-11-20T20:10:00.000Z' } }
const SIGNED: DirectDebit = { ...NONE, mandate: { ...MANDATE, signed_at: '2026-11-20T20:00:00.000Z' } }

async function open(state: DirectDebit, api: Api = {}, language: 'en' | 'de' = 'en') {
  const { t } = await translatorOf(language)
  const mounted = await mount('/directdebit', { width: 375, language, api: { getDirectDebit: () => state, ...api } })
  const { getByRole } = mounted
  const type = async (account: typeof FROM_PAPER) => {
    for (const name of ['holder', 'iban', 'phone'] as const) await getByRole('textbox', { name: t(`debit.${name}`) }).fill(account[name])
    await getByRole('button', { name: t('debit.send') }).click()
  }
  return { ...mounted, t, type }
}

test.each(['en', 'de'] as const)(
  'an unlikely IBAN or phone is not sent, and what the origin refuses stays, in the language of the reader: %s',
  async (language) => {
    const refusal = new HttpError('invalid', {}, [fieldError('iban', 'iban'), fieldError('phone', 'phone')])
    const { t, type, calls, getByRole } = await open(NONE, { startDirectDebit: () => refusal }, language)
    const started = () => calls.filter(({ endpoint }) => endpoint === 'startDirectDebit').map(({ body }) => body)
    const refused = async () => {
      await expect.element(getByRole('textbox', { name: t('debit.iban') })).toHaveAccessibleDescription(t('field.iban'))
      const phone = getByRole('textbox', { name: t('debit.phone') })
      await expect.element(phone).toHaveAccessibleDescription(expect.stringContaining(t('field.phone')))
    }
    await type({ ...FROM_PAPER, iban: 'my bank', phone: 'none' })
    await refused()
    expect(started()).toEqual([])
    const [iban, phone] = (['iban', 'phone'] as const).map((name) => getByRole('textbox', { name: t(`debit.${name}`) }))
    await iban!.fill(FROM_PAPER.iban)
    await expect.element(iban!).not.toHaveAttribute('aria-invalid')
    await expect.element(phone!).toHaveAttribute('aria-invalid', 'true')
    await type(FROM_PAPER)
    await expect.poll(started).toHaveLength(1)
    await refused()
    await expect.element(getByRole('textbox', { name: t('debit.iban') })).toHaveValue(FROM_PAPER.iban)
    await expectAccessible()
  }
)

test.each([
  ['/directdebit', { getDirectDebit: () => new HttpError('not_found') }],
  [`/transactions/${CHAT}`, { getPayment: () => new HttpError('not_found') }],
  [`/likes/m/${CHAT}`, { getLike: () => new HttpError('not_found') }]
] satisfies [string, Api][])('%s says in its title, too, that it isn’t there', async (path, api) => {
  const { getByRole } = await mount(path, { api })
  await expect.element(getByRole('heading', { level: 1, name: sentence('not-found.heading') })).toBeVisible()
  await expect.poll(() => document.title).toBe(sentence('not-found.title', { site: 'Velvet' }))
})

test.each(['too_many_codes', 'directdebit_blocked'] as const)('an account refused with %s says why', async (code) => {
  const { type, getByText } = await open(NONE, { startDirectDebit: () => new HttpError(code) })
  await type(FROM_PAPER)
  await expect.element(getByText(sentence(`error.${code}`), { exact: false }).first()).toBeVisible()
})

test('the mandate is shown before the code that signs it; a wrong code can be corrected, and the signed mandate follows', async () => {
  let state = NONE
  const { type, getByRole, getByText } = await open(NONE, {
    getDirectDebit: () => state,
    startDirectDebit: () => (state = WAITING),
    signDirectDebit: ({ body }) =>
      body.code.replace(' ', '') === '123456' ? (state = SIGNED) : new HttpError('invalid', {}, [fieldError('code', 'code_invalid')])
  })
  await expect.element(getByText(sentence('debit.limits', { day: '€100.00', month: '€300.00' }))).toBeVisible()
  await type(FROM_PAPER)
  const mandate = getByRole('region', { name: sentence('debit.mandate') })
  for (const text of [MANDATE.reference, '•••• 3000', sentence('debit.authorise', { company: 'Example Ltd' }), sentence('debit.rights')])
    await expect.element(mandate.getByText(text)).toBeVisible()
  const code = getByRole('textbox', { name: sentence('debit.code') })
  await expect.element(code).toHaveFocus()
  await code.fill('654321')
  await getByRole('button', { name: sentence('debit.sign') }).click()
  await expect.element(code).toHaveAccessibleDescription(expect.stringContaining('Code invalid'))
  await expectAccessible()
  await code.fill('123 456')
  await getByRole('button', { name: sentence('debit.sign') }).click()
  await expect.element(getByRole('region', { name: sentence('debit.current') }).getByText(MANDATE.reference)).toBeVisible()
  await expect.element(getByText(sentence('debit.sent', { phone_end: '89' }))).not.toBeInTheDocument()
})

test('a mandate is dated by the day on which it is signed, however long the tab has been open', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  try {
    const { getByRole } = await open(WAITING)
    const mandate = getByRole('region', { name: sentence('debit.mandate') })
    await expect.element(mandate.getByText('20 November 2026')).toBeVisible()
    // Without what a day's timers would do.
    vi.setSystemTime(Date.now() + 24 * 3600_000)
    vi.advanceTimersByTime(60_000)
    await expect.element(mandate.getByText('21 November 2026')).toBeVisible()
  } finally {
    vi.useRealTimers()
  }
})

test('a blocked member reads why and gets no form; the mandate can still be revoked', async () => {
  const { getByRole } = await open({ ...SIGNED, blocked: true }, { revokeDirectDebit: () => ({ ...NONE, blocked: true }) })
  await expect.element(getByRole('alert')).toHaveTextContent(sentence('error.directdebit_blocked'))
  await expect.element(getByRole('button', { name: sentence('debit.another') })).not.toBeInTheDocument()
  await getByRole('button', { name: sentence('debit.revoke') }).click()
  await getByRole('dialog')
    .getByRole('button', { name: sentence('debit.revoke') })
    .click()
  await expect.element(getByRole('region', { name: sentence('debit.current') })).not.toBeInTheDocument()
  await expect.element(getByRole('textbox')).not.toBeInTheDocument()
})

test('a revocation without an answer isn’t made later', async () => {
  goOffline()
  const { getByRole, getByText, calls } = await open(SIGNED, { revokeDirectDebit: () => new HttpError('unavailable') })
  await getByRole('button', { name: sentence('debit.revoke') }).click()
  const dialog = getByRole('dialog')
  await dialog.getByRole('button', { name: sentence('debit.revoke') }).click()
  await expect.element(getByText(sentence('error.unavailable'))).toBeVisible()
  expect(calls.filter(({ endpoint }) => endpoint === 'revokeDirectDebit')).toHaveLength(1)
})

test('a code that can’t be used any more says so, and a new one is a press away', async () => {
  const { getByRole, getByText } = await open({ ...WAITING, waiting: { ...WAITING.waiting!, until: null } })
  await expect.element(getByText(sentence('debit.ended'))).toBeVisible()
  await expect.element(getByRole('textbox')).not.toBeInTheDocument()
  await expectAccessible()
  await getByRole('button', { name: sentence('debit.again') }).click()
  await expect.element(getByRole('textbox', { name: sentence('debit.iban') })).toBeVisible()
})
