import { expect, test } from 'vitest'
import { memberApi } from './member-api.ts'
import { mount, Refusal } from './mount.tsx'

test('a setting that is refused goes back and says why', async () => {
  const updateNotifications = () => new Refusal('limit_reached')
  const { getByLabelText, getByText } = await mount('/settings', { api: memberApi({ updateNotifications }) })
  const messages = getByLabelText('New messages')
  await messages.selectOptions('Never')
  await expect.element(getByText(/^You have reached the limit for today/)).toBeVisible()
  await expect.element(messages).toHaveValue('at_once')
})
