import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { OwnProfile } from '../../shared/api/profile.ts'
import type { Locale } from '../../shared/i18n/locales.ts'
import { INTERESTS, isIntimate } from '../../shared/tenants/interests.ts'
import { translatorOf } from '../client/render-page.tsx'
import { expectAccessible } from './accessible.ts'
import { OWN_PROFILE } from '../fixtures/own-pages.ts'
import { memberApi } from './member-api.ts'
import { mount } from './mount.tsx'
import { SCREEN_WIDTHS } from './screen.ts'
import { sentence } from './sentence.ts'

const INTIMATE = sentence('interests.group.intimate')

const EVERYDAY = INTERESTS.filter((interest) => !isIntimate(interest))

/** A member's own profile with these interests, on a site that offers all of them. */
async function openProfile(interests: readonly (typeof INTERESTS)[number][] = [], width = 1280, language: Locale = 'en') {
  const { t } = await translatorOf(language)
  const profile = { ...OWN_PROFILE, interests: [...interests] }
  const saved: object[] = []
  const page = await mount('/profile', {
    width,
    language,
    tenant: { niche: 2, visible_profile_fields: ['interests'] },
    api: memberApi({
      profile: { interests: [...interests] },
      listInterests: () => ({ interests: INTERESTS }),
      updateProfile: ({ body }) => {
        saved.push(body)
        return { profile: { ...profile, ...(body as Partial<OwnProfile>) } }
      }
    })
  })
  const part = page.getByRole('region', { name: t('profile.interests') })
  const search = part.getByRole('searchbox', { name: t('interests.search') })
  const chip = (name: string) => part.getByRole('checkbox', { name, exact: true })
  await expect.element(search).toBeVisible()
  return { ...page, part, search, chip, saved }
}

const shownIn = (part: Awaited<ReturnType<typeof openProfile>>['part']) =>
  part
    .getByRole('checkbox')
    .elements()
    .map((box) => (box as HTMLInputElement).value)

describe.each(SCREEN_WIDTHS)('at %i px', (width) => {
  test('interests are in groups, the intimate ones folded away until someone unfolds them', async () => {
    const { part, chip } = await openProfile(['tea', 'bondage'], width)
    for (const group of ['evenings', 'outdoors', 'culture', 'food', 'together'] as const)
      await expect.element(part.getByRole('group', { name: sentence(`interests.group.${group}`), exact: true })).toBeVisible()
    expect(shownIn(part)).toHaveLength(40)
    await expect.element(chip(sentence('interest.bondage'))).not.toBeInTheDocument()
    // The choices in a folded group are counted, not named.
    const summary = part.getByText(INTIMATE)
    await expect.element(part.getByText(`1 ${sentence('interests.chosen')}`)).toBeVisible()
    await expectAccessible()
    await summary.click()
    await expect.element(chip(sentence('interest.bondage'))).toBeChecked()
    expect(shownIn(part)).toHaveLength(54)
    await expectAccessible()
    await summary.click()
    expect(shownIn(part)).toHaveLength(40)
  })
})

test('the search works by keyboard: letters without accents or case, then on to what was found, and back', async () => {
  const { part, search, chip, saved } = await openProfile()
  await search.click()
  await userEvent.keyboard('TE')
  expect(shownIn(part).toSorted()).toEqual(EVERYDAY.filter((interest) => /te/i.test(sentence(`interest.${interest}`))).toSorted())
  expect(shownIn(part)).toContain('tea')
  expect(shownIn(part)).not.toContain('art')
  await userEvent.keyboard('a{Enter} ')
  await expect.element(chip(sentence('interest.tea'))).toBeChecked()
  // The letter Enter didn't send the form.
  expect(saved).toEqual([])
  await search.click()
  await userEvent.keyboard('{Escape}')
  expect(shownIn(part)).toHaveLength(40)
  await userEvent.keyboard('nothing like this')
  await expect.element(part.getByText(sentence('interests.found', { count: 0 }))).toBeVisible()
  expect(shownIn(part)).toEqual([])
})

test.each([
  ['pl', 'silownia', 'gym'],
  ['da', 'ol', 'beer']
] as const)('the search finds letters that the keyboard lacks: %s', async (language, typed, interest) => {
  const { part, search } = await openProfile([], 1280, language)
  await search.fill(typed)
  expect(shownIn(part)).toContain(interest)
})

test('the search finds intimate interests, too, and folds them away again', async () => {
  const { part, search, chip } = await openProfile()
  await search.fill('bond')
  await expect.element(chip(sentence('interest.bondage'))).toBeVisible()
  await search.clear()
  await expect.element(chip(sentence('interest.bondage'))).not.toBeInTheDocument()
  expect(shownIn(part)).toHaveLength(40)
})

test('ten can be chosen, counted live; another one only after one is removed', async () => {
  const nine = INTERESTS.filter((interest) => !['tea', 'wine'].includes(interest)).slice(0, 9)
  const { part, chip } = await openProfile(nine)
  const count = (chosen: number) => part.getByText(sentence('interests.count', { count: chosen, most: 10 }))
  await expect.element(count(9)).toBeVisible()
  await chip(sentence('interest.tea')).click()
  await expect.element(part.getByText(sentence('interests.full'))).toBeVisible()
  await expect.element(chip(sentence('interest.wine'))).toBeDisabled()
  await chip(sentence('interest.tea')).click()
  await expect.element(chip(sentence('interest.wine'))).toBeEnabled()
  await expect.element(count(9)).toBeVisible()
})

test('someone with more than ten keeps them and can give some up', async () => {
  const { part, chip, getByRole, saved } = await openProfile(INTERESTS.slice(0, 12))
  await expect.element(part.getByText(sentence('interests.count', { count: 12, most: 10 }))).toBeVisible()
  await chip(sentence('interest.art')).click()
  await getByRole('button', { name: sentence('profile-edit.save') }).click()
  await expect.poll(() => saved).toEqual([{ interests: INTERESTS.slice(0, 12).filter((one) => one !== 'art') }])
})

test('who sees the intimate ones is chosen beside them', async () => {
  const { part, getByRole, saved } = await openProfile(['bondage'])
  await part.getByText(INTIMATE).click()
  const audience = part.getByRole('group', { name: sentence('interests.audience') })
  await expect.element(audience.getByRole('radio', { name: sentence('interests.audience.matches') })).toBeChecked()
  await expect.element(audience.getByText(sentence('interests.audience_help'))).toBeVisible()
  await audience.getByRole('radio', { name: sentence('interests.audience.nobody') }).click()
  await getByRole('button', { name: sentence('profile-edit.save') }).click()
  await expect.poll(() => saved).toEqual([{ intimate_shown_to: 'nobody' }])
})
