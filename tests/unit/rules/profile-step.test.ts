import { expect, test } from 'vitest'
import { nextProfileStep, PROFILE_STEPS, type ProfileStep } from '../../../shared/rules/profile-step.ts'

const SITE = { visible_profile_fields: ['age', 'interests'], visible_profile_notes: ['about'] }

/** A profile in which these steps are left. */
function profileWith(...left: ProfileStep[]) {
  return {
    confirmed: !left.includes('confirm_mail'),
    complete: !left.includes('complete'),
    photo: !left.includes('photo'),
    about: left.includes('about') ? null : 'I bake.',
    interests: left.includes('interests') ? [] : ['tea']
  }
}

test('each step comes before those after it, and is left out once it is done', () => {
  expect(PROFILE_STEPS).toEqual(['confirm_mail', 'complete', 'photo', 'about', 'interests'])
  for (const [index, step] of PROFILE_STEPS.entries()) {
    expect(nextProfileStep(profileWith(...PROFILE_STEPS.slice(index)), SITE)).toBe(step)
    expect(nextProfileStep(profileWith(step), SITE)).toBe(step)
  }
  expect(nextProfileStep(profileWith(), SITE)).toBeNull()
})

test('nothing is asked for that the site doesn’t show', () => {
  const profile = profileWith('about', 'interests')
  expect(nextProfileStep(profile, { ...SITE, visible_profile_notes: [] })).toBe('interests')
  expect(nextProfileStep(profile, { visible_profile_fields: [], visible_profile_notes: [] })).toBeNull()
})
