import { expect, test } from 'vitest'
import type { MessageKey } from '../../client/site/site.tsx'
import { mount } from './mount.tsx'
import { sentence } from './sentence.ts'

test('a complaint keeps what was typed while another page is read, and is not kept on the device', async () => {
  const page = await mount('/complaints')
  const openAtFoot = (key: MessageKey) =>
    page
      .getByRole('contentinfo')
      .getByRole('link', { name: sentence(key) })
      .click()
  await page.getByLabelText(sentence('complaints.kind')).selectOptions('service')
  await page.getByLabelText(sentence('complaints.text')).fill('The mail never came')
  await page.getByLabelText(sentence('complaints.name')).fill('Anna K.')
  await openAtFoot('footer.terms')
  await expect.element(page.getByRole('heading', { level: 1, name: /terms/i })).toBeVisible()
  await openAtFoot('footer.complaints')
  await expect.element(page.getByLabelText(sentence('complaints.text'))).toHaveValue('The mail never came')
  await expect.element(page.getByLabelText(sentence('complaints.kind'))).toHaveValue('service')
  await expect.element(page.getByLabelText(sentence('complaints.name'))).toHaveValue('Anna K.')
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('never came')
})
