import { expect, test } from 'vitest'
import { goOffline } from './go-offline.ts'
import { HttpError, mount, type Api } from './mount.tsx'
import { sentence } from './sentence.ts'

// The pages that mailed links lead to, where a script has loaded.

const TOKEN = 'T'.repeat(43)
const PAGES = [
  [`/${TOKEN}`, 'activate'],
  [`/reset-password/do?token=${TOKEN}`, 'reset_password']
] as const

const tooMany = () => Object.assign(new HttpError('too_many_requests'), { retryAfter: 3600 })

test.each(PAGES)('%s: what was typed stays when the link can’t be checked again', async (path, purpose) => {
  let answer: ReturnType<NonNullable<Api['getToken']>> = { purpose, state: 'open', asks_password: true }
  const { getByLabelText, queryClient } = await mount(path, { member: false, fails: true, api: { getToken: () => answer } })
  const password = getByLabelText(sentence('password.new'), { exact: true })
  await password.fill('a quiet harbour at night')
  goOffline()
  answer = new HttpError('unavailable')
  // As when the reader comes back from another app.
  await queryClient.invalidateQueries({ queryKey: ['getToken'] })
  await expect.poll(() => queryClient.getQueryCache().find({ queryKey: ['getToken', { token: TOKEN }] })?.state.status).toBe('error')
  await getByLabelText(sentence('password.repeat')).fill('a quiet harbour at night')
  await expect.element(password).toHaveValue('a quiet harbour at night')
})

test.each(PAGES)('%s: someone over a limit isn’t told that the link is no longer valid', async (path) => {
  const { getByRole, getByText, queryClient } = await mount(path, { member: false, fails: true, api: { getToken: tooMany } })
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  await expect.element(getByRole('heading', { level: 1 })).toBeVisible()
  for (const untrue of ['not-found.heading', 'error.link_expired'] as const) expect(getByText(sentence(untrue)).query()).toBeNull()
})
