import { expect, test } from 'vitest'
import { expectAccessible } from './accessible.ts'
import { mount } from './mount.tsx'
import { SCREEN_WIDTHS } from './screen.ts'
import { sentence } from './sentence.ts'

const sent = (email: string, to = email) => sessionStorage.setItem('signup_sent', JSON.stringify({ email, to }))
const open = (width: number, api: NonNullable<Parameters<typeof mount>[1]>['api'] = {}) =>
  mount('/signup?sent=1', { width, member: false, api })

test.each(SCREEN_WIDTHS)('after signing up, the address is shown and can be corrected, and the mail sent again (%i px)', async (width) => {
  sent('robn@mail.example')
  const { getByLabelText, getByRole, getByText, calls } = await open(width, { resendSignup: () => ({ status: 'check_mail' as const }) })
  const address = getByLabelText(sentence('signup.sent_to'))
  await expect.element(address).toHaveValue('robn@mail.example')
  await expectAccessible()
  await address.fill('robin')
  const again = getByRole('button', { name: sentence('signup.sent_again') })
  await again.click()
  await expect.element(address).toBeInvalid()
  await address.fill('robin@mail.example')
  await again.click()
  await expect.element(getByText(sentence('signup.sent_done'))).toBeVisible()
  expect(calls.map(({ body }) => body)).toEqual([{ email: 'robn@mail.example', to: 'robin@mail.example' }])
  // A reload shows where the last mail went.
  expect(JSON.parse(sessionStorage.getItem('signup_sent')!)).toEqual({ email: 'robn@mail.example', to: 'robin@mail.example' })
})

test('a tab that knows of no address shows none', async () => {
  const { getByLabelText, getByText } = await open(375)
  await expect.element(getByText(sentence('signup.next_confirm'))).toBeVisible()
  expect(getByLabelText(sentence('signup.sent_to')).query()).toBeNull()
})
