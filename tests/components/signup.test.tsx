import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { leaveSteps } from '../../client/signup/use-steps.ts'
import type { Contract } from '../../shared/api/contract.ts'
import type { EndpointOutput } from '../../shared/api/endpoint.ts'
import { fieldError } from '../../shared/api/errors.ts'
import { memberAnswers } from '../client/render-page.tsx'
import { expectAccessible } from './accessible.ts'
import { memberApi } from './member-api.ts'
import { HttpError, mount } from './mount.tsx'
import { resize } from './screen.ts'
import { sentence } from './sentence.ts'

const PASSWORD = 'lantern by the quay'

// The steps are entries of the history, which the next test shares.
afterEach(async () => {
  leaveSteps()
  await expect.poll(() => (history.state as { signup_step?: number } | null)?.signup_step ?? 0).toBe(0)
})

test('an error is shown at its step; one that only the server knows leads back to its step with everything that was filled in [VAL-8]', async () => {
  const refusals = [fieldError('password', 'password_common'), fieldError('name', 'name_taken')]
  const api = {
    signUp: () => new HttpError('invalid', {}, [refusals.shift()!]),
    listRegions: () => ({ country: 'GB' as const, regions: [] })
  }
  const { getByRole, getByLabelText, getByTestId, calls } = await mount('/signup', { member: false, country: 'GB', api })
  const alert = getByRole('alert')
  const name = getByLabelText(sentence('signup.name'), { exact: true })
  const email = getByLabelText(sentence('form.email'), { exact: true })
  const password = getByLabelText(sentence('form.password'), { exact: true })
  const message = getByLabelText(sentence('signup.message'))
  const shown = (step: number) => expect.element(getByTestId(`signup-step-${step}`)).toBeVisible()
  const next = () => getByRole('button', { name: sentence('signup.next') }).click()
  const submit = () => getByRole('button', { name: sentence('signup.submit') }).click()

  await next()
  await expect.element(alert.getByText(sentence('field.choose'))).toBeVisible()
  await shown(0)
  await getByRole('radio', { name: sentence('gender.woman'), exact: true }).click()
  await next()
  await shown(1)
  for (const [field, value] of [
    ['form.day', '17'],
    ['form.month', '5'],
    ['form.year', '1988']
  ] as const)
    await getByLabelText(sentence(field), { exact: true }).fill(value)
  await next()
  await shown(2)
  await name.fill('Anna')
  await getByLabelText(sentence('form.country')).selectOptions('GB')
  await next()
  await shown(3)
  await email.fill('x')
  await password.fill('Password2026!')
  await next()
  await expect.element(alert.getByText('Invalid email.')).toBeVisible()
  await shown(3)
  await email.fill('emma@signup.example')
  await next()
  await shown(4)
  await message.fill('Hello to everyone who reads this')
  const consents = getByTestId('signup-step-4').getByRole('checkbox')
  for (const box of consents.elements()) (box as HTMLInputElement).click()
  await submit()

  await shown(3)
  await expect.element(alert.getByText(sentence('field.password_common'))).toBeVisible()
  await expectAccessible()
  await expect.element(email).toHaveValue('emma@signup.example')
  await expect.element(password).toBeInvalid()
  await expect.element(password).toHaveValue('Password2026!')
  await password.fill(PASSWORD)
  await next()
  await shown(4)
  await expect.element(message).toHaveValue('Hello to everyone who reads this')
  for (const box of consents.elements()) expect(box).toBeChecked()
  await submit()

  await shown(2)
  await expect.element(alert.getByRole('link')).toBeVisible()
  await expect.element(name).toBeInvalid()
  const sent = calls.filter(({ endpoint }) => endpoint === 'signUp').map(({ body }) => body)
  expect(sent).toMatchObject([{ password: 'Password2026!' }, { password: PASSWORD, name: 'Anna', email: 'emma@signup.example' }])
})

test('Forward leads no further than what is filled in, after a reload on the last step and after "Start over" [ENT-12]', async () => {
  const api = { listRegions: () => ({ country: 'GB' as const, regions: [] }) }
  const open = () => mount('/signup', { member: false, country: 'GB', api })
  const field = (key: Parameters<typeof sentence>[0]) => page.getByLabelText(sentence(key), { exact: true })
  const shown = (step: number) => expect.element(page.getByTestId(`signup-step-${step}`)).toBeVisible()
  const next = () => page.getByRole('button', { name: sentence('signup.next') }).click()
  const marked = () => expect.poll(() => (history.state as { signup_step: number }).signup_step)
  /** Forward leads to an entry of a later step, which the form returns from. */
  const goForwardInVain = async (step: number) => {
    const arrived = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
    history.forward()
    await arrived
    await marked().toBe(step)
    await shown(step)
  }
  const first = await open()
  await page.getByRole('radio', { name: sentence('gender.woman'), exact: true }).click()
  await next()
  await field('form.day').fill('17')
  await field('form.month').fill('5')
  await field('form.year').fill('1988')
  await next()
  await field('signup.name').fill('Anna')
  await field('form.country').selectOptions('GB')
  await next()
  await field('form.email').fill('anna@signup.example')
  await field('form.password').fill(PASSWORD)
  await next()
  await shown(4)
  await first.unmount()

  await open()
  await shown(3)
  await marked().toBe(3)
  await goForwardInVain(3)
  await field('form.password').fill(PASSWORD)
  await next()
  await shown(4)
  await marked().toBe(4)
  await page.getByRole('button', { name: sentence('signup.back') }).click()
  await shown(3)
  await page.getByRole('button', { name: sentence('signup.start_over') }).click()
  await marked().toBe(0)
  await goForwardInVain(0)
})

/** A newcomer's own data: without a profile. */
const newcomer = () =>
  memberAnswers().map(([query, answer]) =>
    query.endpoint === 'getUser'
      ? [query, { ...(answer as object), user: { ...(answer as { user: object }).user, profile: null } }]
      : [query, answer]
  ) as ReturnType<typeof memberAnswers>

test('what was filled in to complete a profile outlasts a reload until it is sent', async () => {
  const open = () => {
    const api = memberApi({
      listInterests: () => ({ interests: ['tea', 'coffee'] }),
      completeSignup: () => ({ next: 'matches' }),
      getUser: () => newcomer()[0]![1] as EndpointOutput<Contract['getUser']>
    })
    return mount('/complete-signup', { answers: newcomer(), api })
  }
  const first = await open()
  const about = () => page.getByRole('textbox', { name: sentence('profile.about') })
  const tea = () => page.getByRole('checkbox', { name: sentence('interest.tea') })
  await about().fill('I bake on Sundays')
  await tea().click()
  await first.unmount()
  const second = await open()
  await expect.element(about()).toHaveValue('I bake on Sundays')
  await expect.element(tea()).toBeChecked()
  await page.getByRole('button', { name: sentence('complete-signup.submit') }).click()
  await expect
    .poll(() => second.calls.filter(({ endpoint }) => endpoint === 'completeSignup').map(({ body }) => body))
    .toMatchObject([{ about: 'I bake on Sundays', interests: ['tea'] }])
  await second.unmount()
  await open()
  await expect.element(about()).toHaveValue('')
})

test.each([
  [375, 667],
  [320, 568]
])('the first screen of completing a profile has the photos and the button to go on, at %i by %i px', async (width, height) => {
  const { getByRole, getByText } = await mount('/complete-signup', {
    width,
    answers: newcomer(),
    api: memberApi({ listInterests: () => ({ interests: [] }) })
  })
  await resize(width, height)
  await expect.element(getByText(sentence('photos.add'))).toBeVisible()
  const go = getByRole('button', { name: sentence('complete-signup.submit') }).element()
  expect(go.getBoundingClientRect().bottom).toBeLessThanOrEqual(height)
  const add = getByText(sentence('photos.add')).element()
  expect(add.getBoundingClientRect().bottom).toBeLessThan(go.parentElement!.getBoundingClientRect().top)
})
