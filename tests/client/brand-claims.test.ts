import { describe, expect, test } from 'vitest'
import { renderPage, textOf } from './render-page.tsx'

describe('what the first page promises', () => {
  test('is that nothing is made up where there are no fictional profiles', async () => {
    const text = textOf(await renderPage('/', { tenant: { fictional_profiles: false } }))
    expect(text).toContain('Nothing made up')
    expect(text).not.toContain('Clearly marked')
  })

  test('is that fictional profiles are labelled where there are some', async () => {
    const text = textOf(await renderPage('/', { tenant: { fictional_profiles: true } }))
    expect(text).toContain('Clearly marked')
    expect(text).not.toContain('Nothing made up')
  })
})

describe('the sign-up says of the date of birth', () => {
  test('that it is never shown where profiles have no such field', async () => {
    expect(textOf(await renderPage('/signup', { tenant: { visible_profile_fields: ['age'] } }))).toContain('never the date')
  })

  test('that it is the member’s choice where they have it', async () => {
    const text = textOf(await renderPage('/signup', { tenant: { visible_profile_fields: ['age', 'date_of_birth'] } }))
    expect(text).toContain('the date only if you want')
    expect(text).not.toContain('never the date')
  })
})

test('the consent at sign-up links to the terms and the privacy page', async () => {
  const html = await renderPage('/signup')
  for (const path of ['/pages/terms', '/pages/privacy']) expect(html).toContain(`href="${path}"`)
})
