import type { Contract } from '../../shared/api/contract.ts'
import type { EndpointOutput } from '../../shared/api/endpoint.ts'
import { memberAnswers } from '../client/render-page.tsx'
import { describe, expect, test, vi } from 'vitest'
import { userEvent, type Locator } from 'vitest/browser'
import { fieldError } from '../../shared/api/errors.ts'
import { forgetAccount } from '../../client/visitor/account-deleted.ts'
import { OUTBOX_DATABASE } from '../../client/session/device-keys.ts'
import { expectAccessible } from './accessible.ts'
import { memberApi, SESSION } from './member-api.ts'
import { mount, HttpError, type Api } from './mount.tsx'
import { resize } from './screen.ts'
import { sentence } from './sentence.ts'

// What logs a member in, as they change it in the settings: by keyboard alone, on a phone and on a desktop.

const OLD = 'lantern by the quay'
const NEW = 'a quiet harbour at night'

const FOCUSABLE = 'a[href], button:enabled, input:enabled:not([type=hidden]), select:enabled, textarea:enabled, summary'

/** Moves to a control from the one before it by the Tab key, as someone without a mouse; its focus must be visible. */
async function tabTo(control: Locator): Promise<void> {
  await expect.element(control).toBeInTheDocument()
  const element = control.element()
  const before = [...document.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (other) => other.checkVisibility() && (other.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  )
  before.at(-1)!.focus({ preventScroll: true })
  await userEvent.tab()
  expect(document.activeElement).toBe(element)
  expect(element.matches(':focus-visible')).toBe(true)
}

/** Types over what a field holds; all at once, a key takes 20 ms of the browser's protocol. */
async function type(field: Locator, text: string): Promise<void> {
  await tabTo(field)
  const control = field.element() as HTMLInputElement
  control.select()
  document.execCommand('insertText', false, text)
}

/** On a desk, and on the phone that these tests use. */
async function expectAccessibleAnywhere(): Promise<void> {
  for (const width of [1280, 375]) {
    await resize(width)
    // Nothing lies behind the bar at the bottom there: axe takes a control that is half covered, as any may be while scrolling, for too small a target.
    scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
    await expectAccessible()
  }
}

/** An error is announced, and shown at its field. */
async function expectRefused(section: Locator, field: Locator, text: string): Promise<void> {
  await expect.element(section.getByRole('alert').getByText(text)).toBeVisible()
  await expect.element(field).toBeInvalid()
  await expect.element(field).toHaveAccessibleDescription(expect.stringContaining(text))
  // The error summary takes the focus, and would swallow what is typed too soon.
  await expect.element(section.getByRole('alert')).toHaveFocus()
}

/** Opens a section of the settings by its heading. */
async function open(heading: string, api: Api, fails = false) {
  const screen = await mount('/settings', { width: 375, fails, api: memberApi(api) })
  return { ...screen, section: screen.getByRole('region', { name: sentence(heading), exact: true }) }
}

describe('the log-in data of a member', () => {
  test('the password is changed with the old one; errors are shown at their fields, and the form is empty again [VAL-7] [ERR-8]', async () => {
    let sessions = [SESSION, { ...SESSION, id: 'T'.repeat(22), current: false }]
    const { section, getByText, calls } = await open('change-password.submit', {
      changePassword({ body }) {
        if (body.old_password !== OLD) return new HttpError('invalid', {}, [fieldError('old_password', 'old_password')])
        sessions = [SESSION]
        return { status: 'changed' as const }
      },
      listSessions: () => ({ sessions })
    })
    const field = (key: string) => section.getByLabelText(sentence(key), { exact: true })
    const [old, fresh, again] = [field('change-password.old'), field('password.new'), field('password.repeat')]
    await type(old, 'not the password')
    await type(fresh, NEW)
    await type(again, `${NEW}!`)
    await userEvent.keyboard('{Enter}')
    await expectRefused(section, again, 'The entered passwords are not the same.')
    await expectAccessibleAnywhere()
    const wrong = () => [old, fresh, again].filter((one) => one.element().ariaInvalid === 'true')
    const [summary, said] = [section.getByRole('alert'), section.getByRole('alert').element().innerHTML]
    await type(again, `${NEW}?`)
    expect(wrong()).toEqual([again])
    // Once the field is right, the error disappears at once, while the summary that was read out stays as it is.
    await type(fresh, `${NEW}?`)
    await expect.poll(wrong).toEqual([])
    expect(summary.element().innerHTML.replaceAll(/ class="[^"]*"/g, '')).toBe(said.replaceAll(/ class="[^"]*"/g, ''))
    await expectAccessibleAnywhere()
    await type(again, 'wrong again, which only the next press says')
    expect(wrong()).toEqual([])
    await type(fresh, NEW)
    await type(again, NEW)
    await userEvent.keyboard('{Enter}')
    await expectRefused(section, old, 'Please check your old password.')
    // A value that the origin refused counts as wrong until it is edited.
    await type(fresh, NEW)
    expect(wrong()).toEqual([old])

    await type(old, OLD)
    await expect.poll(wrong).toEqual([])
    await type(fresh, 'short')
    await type(again, 'short')
    await userEvent.keyboard('{Enter}')
    await expectRefused(section, fresh, sentence('field.password_length'))
    await type(fresh, NEW)
    await type(again, NEW)
    await tabTo(section.getByRole('button', { name: sentence('change-password.submit') }))
    await userEvent.keyboard('{Enter}')
    await expect.element(getByText(sentence('change-password.done'))).toBeVisible()
    for (const one of [old, fresh, again]) await expect.element(one).toHaveValue('')
    // A value that the browser can check isn't sent.
    expect(calls.filter(({ endpoint }) => endpoint === 'changePassword')).toHaveLength(2)
    expect(calls.filter(({ endpoint }) => endpoint === 'listSessions').length).toBeGreaterThan(1)
  })

  test('the address is changed with the password; errors are shown at their fields, and the page says that the old one still counts [VAL-5] [VAL-6] [RT-37]', async () => {
    const { section } = await open('change-email.submit', {
      requestMailChange({ body }) {
        if (body.email === 'taken@mail.example') return new HttpError('invalid', {}, [fieldError('email', 'email_taken')])
        if (body.password !== OLD) return new HttpError('invalid', {}, [fieldError('password', 'old_password')])
        return { status: 'check_mail' as const }
      }
    })
    const [email, password] = [
      section.getByLabelText(sentence('change-email.email')),
      section.getByLabelText(sentence('form.password'), { exact: true })
    ]
    await expect.element(section.getByText(sentence('change-email.help', { email: 'robin@mail.example' }))).toBeVisible()
    await type(email, 'x')
    await type(password, OLD)
    await userEvent.keyboard('{Enter}')
    await expectRefused(section, email, 'New email adress is invalid.')
    await expectAccessibleAnywhere()
    await type(email, 'taken@mail.example')
    await userEvent.keyboard('{Enter}')
    await expectRefused(section, email, 'This email address already owns an account on this website.')
    await type(email, 'moved@mail.example')
    await type(password, 'not the password')
    await userEvent.keyboard('{Enter}')
    await expectRefused(section, password, 'Please check your old password.')
    await type(password, OLD)
    await tabTo(section.getByRole('button', { name: sentence('change-email.submit') }))
    await userEvent.keyboard('{Enter}')
    await expect.element(section.getByRole('status')).toHaveTextContent(sentence('change-email.sent', { email: 'robin@mail.example' }))
    await expect.element(section.getByRole('status')).toHaveFocus()
  })

  test('the sessions stay where they are when they can’t be fetched again', async () => {
    let answer: ReturnType<NonNullable<Api['listSessions']>> = { sessions: [SESSION] }
    const { section, queryClient } = await open('sessions.heading', { listSessions: () => answer }, true)
    const end = section.getByRole('button', { name: /^Log out/ })
    await expect.element(end).toBeVisible()
    answer = new HttpError('not_found')
    await queryClient.invalidateQueries({ queryKey: ['listSessions'] })
    await tabTo(end)
    await expect.element(end).toHaveFocus()
    expect(section.getByRole('alert').query()).toBeNull()
  })

  test('each session can be logged out by name, or all others at once', async () => {
    let sessions = ['S', 'T', 'U', 'V'].map((letter, index) => ({
      ...SESSION,
      id: letter.repeat(22),
      current: index === 0,
      created_at: `2026-11-0${index + 1}T20:00:00.000Z`
    }))
    const { section } = await open('sessions.heading', {
      listSessions: () => ({ sessions }),
      endSession({ body }) {
        sessions = sessions.filter(({ id, current }) => current || (body.id !== 'others' && body.id !== id))
        return { sessions }
      }
    })
    const rows = section.getByRole('listitem')
    await expect.poll(() => rows.elements().length).toBe(4)
    await expect.element(rows.nth(0).getByText(sentence('sessions.current'))).toBeVisible()
    await expect.poll(() => (rows.nth(1).element() as HTMLElement).innerText).toMatch(/^Chromium · Linux\nVelvet · United Kingdom\n/)
    // Browsers of one kind are told apart by when they logged in.
    await expect.element(rows.nth(1).getByRole('button')).toHaveAccessibleDescription(/2 Nov 2026/)
    await expectAccessibleAnywhere()
    await tabTo(rows.nth(1).getByRole('button'))
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => rows.elements().length).toBe(3)
    const others = section.getByRole('button', { name: sentence('sessions.end_others') })
    await tabTo(others)
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => rows.elements().length).toBe(1)
    await expect.element(others).not.toBeInTheDocument()
  })
})

describe('leaving', () => {
  const unused = [{ credits: 12, amount: 597, currency: 'EUR' }]
  async function dialog(leaving: Awaited<ReturnType<NonNullable<Api['getLeaving']>>>, api: Api = {}) {
    const screen = await mount('/settings', { api: memberApi({ getLeaving: () => leaving, ...api }) })
    await screen.getByRole('button', { name: sentence('delete-account.open') }).click()
    return { ...screen, form: screen.getByRole('dialog') }
  }

  test('the refund of unused credits is preselected; nothing else is offered', async () => {
    const { form, calls } = await dialog(
      { unused, offer: null },
      { deleteAccount: () => new HttpError('invalid', {}, [fieldError('password', 'old_password')]) }
    )
    const refund = form.getByLabelText(sentence('delete-account-form.refund', { amount: '€5.97' }))
    await expect.element(refund).toBeChecked()
    await expectAccessible()
    expect(form.getByTestId('leaving-offer').query()).toBeNull()
    await form.getByLabelText(sentence('delete-account-form.password'), { exact: true }).fill('a password')
    await form.getByRole('button', { name: sentence('delete-account-form.submit') }).click()
    await expect
      .poll(() => calls.find(({ endpoint }) => endpoint === 'deleteAccount')?.body)
      .toEqual({ password: 'a password', refund: true })
  })

  test('the refund is also asked for while it isn’t known what is left', async () => {
    const { form, calls } = await dialog(
      { unused, offer: null },
      { getLeaving: () => new Promise(() => {}), deleteAccount: () => new HttpError('invalid') }
    )
    await form.getByLabelText(sentence('delete-account-form.password'), { exact: true }).fill('a password')
    await form.getByRole('button', { name: sentence('delete-account-form.submit') }).click()
    await expect.poll(() => calls.find(({ endpoint }) => endpoint === 'deleteAccount')?.body).toMatchObject({ refund: true })
  })

  test('the offer is below the delete button and is accepted by a press [ENT-34]', async () => {
    const { form, calls } = await dialog(
      { unused: [], offer: { percentage: 20, days: 7 } },
      {
        takeLeavingOffer: () => ({ code: 'STAY', percentage: 20, expires: '2026-11-27T20:00:00.000Z' }),
        getCredits: () => new HttpError('not_found')
      }
    )
    const take = form.getByRole('button', { name: sentence('delete-account-form.take', { percentage: 20 }) })
    await expect.element(take).toBeVisible()
    const submit = form.getByRole('button', { name: sentence('delete-account-form.submit') }).element()
    expect(submit.compareDocumentPosition(take.element()) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    await expectAccessible()
    await take.click()
    await expect.poll(() => window.location.pathname).toBe('/credits')
    expect(calls.some(({ endpoint }) => endpoint === 'takeLeavingOffer')).toBe(true)
  })
})

test('withdrawing from an order takes two steps on its own page', async () => {
  const id = 'O'.repeat(22)
  const order = { payment_id: id, reference: 'VE-1234', credits: 12, amount: 597, currency: 'EUR' as const }
  const payment = {
    ...order,
    status: 'completed' as const,
    credits: 20,
    payment_method: 'card' as const,
    total: 995,
    bundle: '20',
    created_at: '2026-11-20T20:00:00.000Z',
    refunded: 0,
    country: 'NL',
    price: 995,
    discount: 0,
    code: null,
    recurring: false,
    paid_at: '2026-11-20T20:00:00.000Z',
    failure: null,
    next: null,
    refunded_credits: 0,
    charged_back: false,
    charged_back_amount: 0,
    receipt: null
  }
  const { amount: _, ...shown } = payment
  let orders = [{ ...order, paid_at: '2026-11-20T20:00:00.000Z', until: '2026-12-05T04:59:59.999Z', time_zone: 'America/New_York' }]
  const screen = await mount(`/transactions/${id}`, {
    tenant: { payment_provider: 'sandbox' },
    api: memberApi({
      getUser: () => memberAnswers()[0]![1] as EndpointOutput<Contract['getUser']>,
      getPayment: () => shown,
      listWithdrawable: () => ({ orders }),
      withdraw() {
        orders = []
        return { credits: 12, amount: 597, currency: 'EUR', at: '2026-11-20T21:00:00.000Z' }
      }
    })
  })
  // The brand's own day, not the reader's.
  await expect.element(screen.getByText(/Until 4 December 2026/)).toBeVisible()
  await screen.getByRole('button', { name: sentence('withdrawal.open') }).click()
  await expectAccessible()
  expect(screen.calls.some(({ endpoint }) => endpoint === 'withdraw')).toBe(false)
  await screen
    .getByRole('dialog')
    .getByRole('button', { name: sentence('withdrawal.confirm') })
    .click()
  await expect.element(screen.getByText(sentence('withdrawal.done', { amount: '€5.97' }))).toBeVisible()
  await expect.poll(() => screen.getByRole('button', { name: sentence('withdrawal.open') }).query()).toBeNull()
  expect(screen.calls.filter(({ endpoint }) => endpoint === 'withdraw').map(({ body }) => body)).toEqual([{ payment_id: id }])
})

test('the saved card and the mandate are in the settings, where nothing is sold any more too; the card is removed by a press', async () => {
  let saved = {
    stored_card: { id: SESSION.id, label: 'Visa •••• 4242' } as { id: string; label: string } | null,
    mandate: { iban_end: '3000' }
  }
  const { section, calls, getByText } = await open('saved-method.heading', {
    getSavedMethods: () => saved,
    removeStoredCard() {
      saved = { ...saved, stored_card: null }
      return {}
    }
  })
  await expect.element(section.getByText('Visa •••• 4242')).toBeVisible()
  await expect.element(section.getByText(sentence('saved-method.mandate', { iban_end: '3000' }))).toBeVisible()
  await expect.element(section.getByRole('link', { name: sentence('saved-method.change_mandate') })).toHaveAttribute('href', '/directdebit')
  await expectAccessibleAnywhere()
  await section.getByRole('button', { name: sentence('saved-method.remove_card') }).click()
  await expect.element(getByText(sentence('saved-method.removed'))).toBeVisible()
  await expect.element(section.getByText('Visa •••• 4242')).not.toBeInTheDocument()
  expect(calls.filter(({ endpoint }) => endpoint === 'removeStoredCard').map(({ body }) => body)).toEqual([{ id: SESSION.id }])
})

test('the page after a deletion by a plain form removes what was written on this device, unless another site opened it', async () => {
  const write = async () => {
    localStorage.setItem('chat_draft:a:b', 'Not finished')
    sessionStorage.setItem('draft:a:profile', '{}')
    const { promise, resolve } = Promise.withResolvers<void>()
    const opening = indexedDB.open(OUTBOX_DATABASE, 2)
    opening.addEventListener('success', () => {
      opening.result.close()
      resolve()
    })
    await promise
  }
  const written = async () => [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
    ...(await indexedDB.databases()).map(({ name }) => name)
  ]
  const ALL = ['chat_draft:a:b', 'draft:a:profile', OUTBOX_DATABASE]
  await write()
  const referrer = vi.spyOn(document, 'referrer', 'get').mockReturnValue('https://elsewhere.example/')
  forgetAccount()
  expect(await written()).toEqual(ALL)
  referrer.mockReturnValue(`${location.origin}/pages/ban`)
  const marked = () => document.querySelector('[data-account-deleted]')
  // Someone who only opens the address has deleted nothing.
  const { unmount } = await mount('/account-deleted', { member: false })
  expect(marked()).toBeNull()
  await unmount()
  await mount('/account-deleted?done=1', { member: false })
  expect(marked()).not.toBeNull()
  // The small script alone, without the application.
  document.documentElement.dataset['hydrate'] = 'none'
  await import('../../client/visitor.ts')
  await expect.poll(written).toEqual([])
})
