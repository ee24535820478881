import { expect, test } from 'vitest'
import { memberApi } from './member-api.ts'
import { mount, HttpError } from './mount.tsx'
import { sentence } from './sentence.ts'

test('a setting that is refused goes back and says why', async () => {
  const updateNotifications = () => new HttpError('limit_reached')
  const { getByLabelText, getByText } = await mount('/settings', { api: memberApi({ updateNotifications }) })
  const messages = getByLabelText(sentence('notifications.kind.messages'))
  await messages.selectOptions(sentence('notifications.frequency.never'))
  await expect.element(getByText(sentence('error.limit_reached'))).toBeVisible()
  await expect.element(messages).toHaveValue('at_once')
})
