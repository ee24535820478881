import { describe, expect, test } from 'vitest'
import { userEvent, type Locator } from 'vitest/browser'
import { fieldError } from '../../shared/api/errors.ts'
import { expectAccessible } from './accessible.ts'
import { memberApi, SESSION } from './member-api.ts'
import { mount, HttpError, type Api } from './mount.tsx'
import { sentence } from './sentence.ts'

// What logs a member in, as they change it in the settings: by keyboard alone, on a phone and on a desktop.

const OLD = 'lantern by the quay'
const NEW = 'a quiet harbour at night'

/** Moves to a control like someone without a mouse, the shorter way; it must be reachable, and its focus visible. */
async function tabTo(control: Locator): Promise<void> {
  await expect.element(control).toBeInTheDocument()
  for (let presses = 0; presses < 150; presses++) {
    const [element, focused] = [control.element(), document.activeElement!]
    if (element === focused) {
      expect(focused.matches(':focus-visible')).toBe(true)
      return
    }
    const isBehind = (focused.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) !== 0
    await userEvent.tab({ shift: isBehind })
  }
  throw new Error(`Tab does not reach ${control.selector}`)
}

/** Types over what a field holds. */
async function type(field: Locator, text: string): Promise<void> {
  await tabTo(field)
  await userEvent.keyboard('{Control>}a{/Control}')
  await userEvent.keyboard(text)
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
async function open(heading: string, width: number, api: Api) {
  const screen = await mount('/settings', { width, api: memberApi(api) })
  return { ...screen, section: screen.getByRole('region', { name: sentence(heading), exact: true }) }
}

describe.each([
  ['on a phone', 375],
  ['on a desk', 1280]
])('%s', (_, width) => {
  test('the password is changed with the old one; errors are shown at their fields, and the form is empty again [VAL-7] [ERR-8]', async () => {
    let sessions = [SESSION, { ...SESSION, id: 'T'.repeat(22), current: false }]
    const { section, getByText, calls } = await open('change-password.submit', width, {
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
    await expectAccessible()
    await type(again, NEW)
    await userEvent.keyboard('{Enter}')
    await expectRefused(section, old, 'Please check your old password.')

    await type(old, OLD)
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
    // What the browser can check isn't sent.
    expect(calls.filter(({ entry }) => entry === 'changePassword')).toHaveLength(2)
    expect(calls.filter(({ entry }) => entry === 'listSessions').length).toBeGreaterThan(1)
  })

  test('the address is changed with the password; errors are shown at their fields, and the page says that the old one still counts [VAL-5] [VAL-6] [RT-37]', async () => {
    const { section } = await open('change-email.submit', width, {
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
    await expectAccessible()
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
  })

  test('each session can be logged out by name, or all others at once', async () => {
    let sessions = ['S', 'T', 'U', 'V'].map((letter, index) => ({ ...SESSION, id: letter.repeat(22), current: index === 0 }))
    const { section } = await open('sessions.heading', width, {
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
    await expectAccessible()
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
