import { expect, test } from 'vitest'
import type { Standing } from '../../shared/api/appeals.ts'
import type { MessageKey } from '../../client/site/site.tsx'
import { mount } from './mount.tsx'
import { sentence } from './sentence.ts'

type Mounted = Awaited<ReturnType<typeof mount>>

/** Opens the terms, then the page again, by links at the foot. */
async function readTheTerms({ getByRole }: Mounted, back: 'footer.complaints' | 'footer.house_rules'): Promise<void> {
  const open = (key: MessageKey) =>
    getByRole('contentinfo')
      .getByRole('link', { name: sentence(key) })
      .click()
  await open('footer.terms')
  await expect.element(getByRole('heading', { level: 1, name: /terms/i })).toBeVisible()
  await open(back)
}

test('a complaint keeps what was typed while another page is read, and is not kept on the device', async () => {
  const page = await mount('/complaints')
  await page.getByLabelText(sentence('complaints.kind')).selectOptions('service')
  await page.getByLabelText(sentence('complaints.text')).fill('The mail never came')
  await page.getByLabelText(sentence('complaints.name')).fill('Anna K.')
  await readTheTerms(page, 'footer.complaints')
  await expect.element(page.getByLabelText(sentence('complaints.text'))).toHaveValue('The mail never came')
  await expect.element(page.getByLabelText(sentence('complaints.kind'))).toHaveValue('service')
  await expect.element(page.getByLabelText(sentence('complaints.name'))).toHaveValue('Anna K.')
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('never came')
})

test('an appeal keeps what was typed while another page is read', async () => {
  const decision: Standing = {
    reference: 'K7QF-3M9T',
    measure: 'suspend',
    rule: 'harassment',
    reasons: 'Three members were insulted.',
    decided_at: '2026-11-20T12:00:00.000Z',
    until: '2026-12-20T12:00:00.000Z',
    appeal_until: '2027-05-20T12:00:00.000Z',
    refunded: [],
    unused: [],
    appeal: null
  }
  const page = await mount('/pages/ban', { api: { getStanding: () => ({ decision, notices: [] }) } })
  await page.getByLabelText(sentence('ban.appeal_text')).fill('It was not me')
  await readTheTerms(page, 'footer.house_rules')
  await expect.element(page.getByLabelText(sentence('ban.appeal_text'))).toHaveValue('It was not me')
})
