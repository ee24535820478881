import { createHash } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { readPart } from '../../locales/read.ts'
import { LOCALES } from '../../shared/i18n/locales.ts'
import { aSignUp } from '../fixtures/inputs.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'
import { edgeBefore } from '../fixtures/site.ts'
import { exportOf } from '../fixtures/export.ts'

const origin = sharedOrigin()
beforeAll(async () => {
  await origin.publish({ id: 'sworn', name: 'Sworn & Co', age_assurance: 'self', min_age: 21 })
})

interface Given {
  text: string
  hash: string
  documents: Record<string, string>
  version: string
  language: string
  site: string
  settings: number
  at: string
}

const tracking = 'network=n1'

/** Signs up with every box ticked; the account's row. */
async function signUp(language: string, tenant = 'sworn') {
  const body = aSignUp({ consent_tracking: true, consent_age: true })
  expect((await origin.call('signUp', { tenant, body, facts: { language, tracking } })).status).toBe(200)
  const row = await origin.deps.db.selectFrom('members').selectAll().where('email', '=', body.email).executeTakeFirstOrThrow()
  return { row, consent: row.consent as Record<string, Given> }
}

async function wordsOf(hash: string) {
  const row = await origin.deps.db.selectFrom('consent_words').select('words').where('hash', '=', hash).executeTakeFirstOrThrow()
  expect(createHash('sha256').update(row.words).digest('hex')).toBe(hash)
  return row.words
}

test.each(LOCALES)('the stored words of a consent are those that the page shows in "%s"', async (language) => {
  const edge = edgeBefore(origin)
  const { domain } = origin.tenant('sworn').settings
  const page = await edge.fetch(
    new Request(`https://${domain}/signup?${tracking}`, {
      headers: { cookie: `locale=${language}; visit=${encodeURIComponent(tracking)}` }
    }),
    { ip: '192.0.2.1', country: 'NL' }
  )
  const html = (await page.text()).replaceAll('&amp;', '&').replaceAll('&#x27;', "'").replaceAll('&quot;', '"')
  expect(html).toContain(`<html lang="${language}"`)
  const { consent } = await signUp(language)
  expect(Object.keys(consent).sort()).toEqual(['age', 'sensitive', 'terms', 'tracking'])
  for (const { hash } of Object.values(consent)) {
    for (const line of (await wordsOf(hash)).split('\n')) expect(html).toContain(`>${line}<`)
  }
  for (const document of ['pages-terms', 'pages-privacy'])
    expect(JSON.parse(await wordsOf(consent.terms!.documents[document]!))).toEqual(readPart(document, language))
  expect(consent.terms).toMatchObject({ language, site: 'sworn', settings: origin.tenant('sworn').version, at: origin.now().toISOString() })
})

test('earlier words stay when those of the page change, and both are distinguished', async () => {
  const before = await signUp('en')
  await origin.publish({ id: 'sworn', name: 'Sworn Anew' })
  const after = await signUp('en')
  expect(await wordsOf(before.consent.sensitive!.hash)).toContain('Sworn & Co')
  expect(await wordsOf(after.consent.sensitive!.hash)).toContain('Sworn Anew')
  // Nothing in these names the brand.
  expect(after.consent.terms!.hash).toBe(before.consent.terms!.hash)
  expect(after.consent.terms!.settings).toBeGreaterThan(before.consent.terms!.settings)
})

test('several sign-ups at once store the same words once', async () => {
  await origin.publish({ id: 'sworn', name: 'Sworn Together' })
  const all = await Promise.all(Array.from({ length: 3 }, () => signUp('en')))
  expect(new Set(all.map(({ consent }) => consent.sensitive!.hash)).size).toBe(1)
  expect(await wordsOf(all[0]!.consent.sensitive!.hash)).toContain('Sworn Together')
})

test('being shown on another site is a separate consent with its own words, and the export contains them', async () => {
  await origin.publish({ id: 'velvet', member_resell: true })
  const member = await origin.aMember()
  expect((await origin.call('updateProfile', { as: member, body: { shown_in: ['isle'] }, facts: { language: 'nl' } })).status).toBe(200)
  const account = (await exportOf(origin, member)).json('account.json') as {
    account: { consent: Record<string, Given> }
    consent_words: Record<string, string>
  }
  const { hash } = account.account.consent['sister_sites']!
  expect(account.consent_words).toEqual({ [hash]: readPart('account', 'nl')['settings.sisters_text'] })
})
