import { describe, expect, test } from 'vitest'
import type { Answered } from '../../client/api/query-client.ts'
import { FIELDS, LAST_STEP, PASSWORD_STEP, STEPS, stepOf } from '../../client/signup/step-fields.ts'
import { signupLeft } from '../../shared/rules/signup-left.ts'
import { ROUTES } from '../../shared/routes/table.ts'
import { errorBody } from '../../shared/api/errors.ts'
import { FORMS } from '../../shared/forms/forms.ts'
import { card, id } from './chat-fixtures.ts'
import { memberAnswers, part, renderPage, textOf, type Visit } from './render-page.tsx'
import { OWN_PROFILE } from '../fixtures/own-pages.ts'
import { sentence } from '../fixtures/sentence.ts'

const ANN = id('Ann')
const NOW = '2026-11-20T20:00:00.000Z'
const member = {
  ...card('Ann'),
  photo_count: 1,
  more_photos: [],
  interests: [],
  shared_interests: [],
  prompts: [],
  about: null,
  looking_for: [],
  match: false,
  accepts_gifts: true,
  gifts: [],
  confirmed: true
}
const aboutAnn: Answered = [
  { endpoint: 'getMember', query: { id: ANN } },
  { member, now: NOW }
]

/** A member between signing up and completing: there is no profile yet. */
function newcomerAnswers(): Answered[] {
  return memberAnswers().map(([question, answer]): Answered =>
    question.endpoint === 'getUser'
      ? [question, { ...(answer as { user: object }), user: { ...(answer as { user: object }).user, profile: null } }]
      : [question, answer]
  )
}

describe('the countries', () => {
  const offered = (html: string) =>
    [...part(html, 'select', 'name="country"').matchAll(/<option value="([^"]*)"/g)].map((found) => found[1]).filter(Boolean)

  test.each(['/signup', `/members/${ANN}/signup`, '/members', '/lang-config'])(
    'to choose from at %s are those of the brand, in its order [SET-13]',
    async (path) => {
      for (const countries of [
        ['IE', 'GB'],
        ['SE', 'FI', 'NO']
      ]) {
        const html = await renderPage(path, { tenant: { countries, logged_out_search: 'all' }, country: 'DE', answers: [aboutAnn] })
        expect(offered(html)).toEqual(countries)
      }
    }
  )
})

describe('the steps', () => {
  test.each([
    [300, '300'],
    [4000, '1000']
  ])('take a message of the length that members may write (%i) and sign-up takes [SET-19]', async (message_length, longest) => {
    const html = await renderPage('/signup', { tenant: { message_length } })
    expect(/<textarea[^>]*name="signup_message"[^>]*>/.exec(html)![0]).toContain(`maxLength="${longest}"`)
  })

  test('[SCR-1] [ENT-12] are five, and every field of the form is in one of them', () => {
    expect([STEPS.length, LAST_STEP, PASSWORD_STEP]).toEqual([5, 4, 3])
    const hidden = ['member']
    expect(FIELDS.toSorted()).toEqual(
      Object.keys(FORMS.signUp(new FormData()))
        .filter((field) => !hidden.includes(field))
        .sort()
    )
    expect([stepOf(['password', 'name']), stepOf(['gender']), stepOf([])]).toEqual([2, 0, -1])
  })
})

describe('the rest of signing up', () => {
  test.each([
    [{ status: 'confirmed', profile: null }, 'none', 'profile'],
    [{ status: 'confirmed', profile: { status: 'active' } }, 'provider', null],
    [{ status: 'confirmed', profile: { status: 'disabled' } }, 'provider', 'age'],
    [{ status: 'confirmed', profile: { status: 'disabled' } }, 'none', null],
    [{ status: 'not_confirmed', profile: { status: 'disabled' } }, 'provider', null]
  ] as const)('for %j where ages are proven by %s: %s', (user, age_assurance, left) => {
    expect(signupLeft(user, { age_assurance })).toBe(left)
  })
})

const paths: Record<string, string> = { '{id}': ANN, '{type}': 'given', '{token}': 't'.repeat(43) }
const built = ROUTES.map(({ key, pattern }) => ({
  key,
  path: pattern.replaceAll(/\/\{\w+\?\}/g, '').replaceAll(/\{\w+\}/g, (name) => paths[name] ?? 'x')
}))

test.each(built.filter(({ key }) => /^(index|login|members|landers)/.test(key)))(
  '$path speaks of signing up only to visitors who can',
  async ({ path }) => {
    for (const signups of ['none', 'with_trafficsource']) {
      const html = await renderPage(path, { tenant: { signups, logged_out_search: 'none' }, answers: [aboutAnn] })
      expect(textOf(part(html, 'main'))).not.toMatch(/\bsign(ing)? up\b/i)
    }
  }
)

describe('before the completion step', () => {
  test.each(built)('$path renders without a profile, and no id twice [ENT-12]', async ({ path }) => {
    const html = await renderPage(path, { member: true, answers: [...newcomerAnswers(), aboutAnn] })
    expect(html).toContain('<main id="content"')
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, name]) => name)
    expect(ids).toEqual([...new Set(ids)])
  })

  test('every page of the default layout says what is missing; afterwards none does', async () => {
    const banner = (html: string) => part(html, 'div', 'data-testid="signup-reminder"')
    const before = banner(await renderPage('/members', { member: true, answers: newcomerAnswers() }))
    expect(textOf(before)).toBe(`${sentence('reminder.profile')} Complete my profile`)
    expect(before).toContain('href="/complete-signup"')
    expect(banner(await renderPage('/members', { member: true, answers: memberAnswers() }))).toBe('')
  })

  test('a member’s own profile says what is missing only for a confirmed address, and what an unconfirmed one waits for', async () => {
    const profile: Answered = [{ endpoint: 'getProfile', query: {} }, { profile: OWN_PROFILE }]
    const page = async (answers: Answered[]) => textOf(await renderPage('/profile', { member: true, answers: [...answers, profile] }))
    const newcomer = await page(newcomerAnswers())
    expect(newcomer).toContain(sentence('reminder.profile'))
    expect(newcomer).not.toContain(sentence('profile-edit.not_shown'))
    expect(await page(memberAnswers({ confirmed: false }))).toContain(sentence('profile-edit.not_shown'))
    expect(await page(memberAnswers())).not.toContain(sentence('profile-edit.not_shown'))
  })

  test('the form asks for texts and interests, and asks nothing of members who have done it [RT-5]', async () => {
    const interests: Answered = [{ endpoint: 'listInterests', query: {} }, { interests: ['tea', 'wine'] }]
    const form = async (answers: Answered[]) =>
      part(await renderPage('/complete-signup', { member: true, answers: [...answers, interests] }), 'form')
    expect([...(await form(newcomerAnswers())).matchAll(/name="(\w+)"/g)].map(([, name]) => name)).toEqual([
      'expected_member',
      'about',
      'wishes',
      'limits',
      'interests',
      'interests'
    ])
    expect(await form(memberAnswers())).toBe('')
  })

  test('the form asks for nothing that the site does not show', async () => {
    const tenant = { visible_profile_fields: ['body_type' as const], visible_profile_notes: ['limits' as const] }
    const interests: Answered = [{ endpoint: 'listInterests', query: {} }, { interests: ['tea'] }]
    const html = await renderPage('/complete-signup', { tenant, member: true, answers: [...newcomerAnswers(), interests] })
    expect([...part(html, 'form', 'method="post"').matchAll(/name="(\w+)"/g)].map(([, name]) => name)).toEqual([
      'expected_member',
      'limits'
    ])
  })
})

describe('from a profile', () => {
  test('the form names the member and submits their id [RT-21]', async () => {
    const html = await renderPage(`/members/${ANN}/signup`, { answers: [aboutAnn] })
    expect(textOf(part(html, 'h1'))).toBe('Meet Ann')
    expect(html).toContain(`<input type="hidden" name="member" value="${ANN}"/>`)
    expect(html).toContain(`href="/login?next=${encodeURIComponent(`/members/${ANN}`)}"`)
    const landing = await renderPage(`/members/${ANN}/landing`, { answers: [aboutAnn] })
    expect(textOf(landing)).toContain(sentence('landing.lead', { member: 'Ann' }))
  })

  test('the field of the first message says what becomes of it, also in a form that is shown again [ENT-35]', async () => {
    const sold = { payment_provider: 'sandbox', message_credits: 3 }
    const returned = { endpoint: 'signUp' as const, values: { member: [ANN] }, error: errorBody('invalid').error }
    const hint = async (path: string, visit: Visit) =>
      textOf(part(await renderPage(path, { ...visit, answers: [aboutAnn] }), 'p', 'id="[^"]*signup_message-help"'))
    const says = (what: string) => sentence(`signup.message_${what}`)
    expect(await hint(`/members/${ANN}/signup`, { tenant: sold })).toBe(says('counted'))
    expect(await hint(`/members/${ANN}/signup`, {})).toBe(says('sent'))
    expect(await hint(`/members/${ANN}/signup`, { tenant: { ...sold, message_credits: 0 } })).toBe(says('sent'))
    expect(await hint('/signup', { page: { form: returned } })).toBe(says('sent'))
    expect(await hint('/signup', { tenant: sold })).toBe(says('kept'))
    expect(says('counted')).toMatch(/^We’ll send it to the member you came for .* one of your free conversations\.$/)
  })

  test.each([
    ['with_trafficsource', 'By invitation only'],
    ['none', 'Closed to new members']
  ])('has no form where signing up has none: %s [SCR-3]', async (signups, heading) => {
    const html = await renderPage(`/members/${ANN}/signup`, { tenant: { signups }, answers: [aboutAnn] })
    expect(textOf(part(html, 'h1'))).toBe(heading)
    expect(html).not.toContain('<form')
  })

  test('the end shows the member it began with, before the others [RT-4]', async () => {
    const matches = (interest: typeof member | null): Answered => [
      { endpoint: 'getSignupMatches', query: {} },
      { interest: interest && card('Ann'), members: [card('Bea')] }
    ]
    const show = async (interest: typeof member | null) =>
      part(await renderPage('/signup-matches', { member: true, answers: [...memberAnswers(), matches(interest)] }), 'main')
    const html = await show(member)
    expect(textOf(html)).toMatch(/You came for Ann.*Message.*Bea/)
    expect(html).toContain(`href="/members/${ANN}/chat"`)
    expect(await show(null)).not.toContain('You came for')
  })
})
