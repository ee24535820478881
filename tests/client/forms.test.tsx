import { describe, expect, test } from 'vitest'
import { formErrors, refusal } from '../../client/forms/form-errors.ts'
import { createIntent } from '../../client/forms/intent.ts'
import { checkOwnAge } from '../../client/signup/own-age.ts'
import { PAGE_BOUNCE_PATH } from '../../client/visitor/campaign.ts'
import { PAGE_HIDDEN_PATH } from '../../client/session/page-hidden.ts'
import { CONTRACT } from '../../shared/api/contract.ts'
import { errorBody, fieldError } from '../../shared/api/errors.ts'
import { validate } from '../../shared/api/validate.ts'
import { FORMS, SECRET_FIELDS } from '../../shared/forms/forms.ts'
import { part, renderPage, settingsFor, textOf, translatorOf, type Visit } from './render-page.tsx'
import { sentence } from '../fixtures/sentence.ts'

/** The form of a page as a browser would submit it untouched: every control with a name. */
function fieldsOf(html: string): Set<string> {
  return new Set([...part(html, 'form').matchAll(/<(?:input|select|textarea)\b[^>]* name="([^"]+)"/g)].map((found) => found[1]!))
}

const TYPED = {
  gender: ['couple'],
  looking_for: ['woman', 'man'],
  'date_of_birth.day': ['7'],
  'date_of_birth.month': ['2'],
  'date_of_birth.year': ['1990'],
  country: ['GB'],
  name: ['@bob'],
  email: ['x'],
  signup_message: ['I like “quotes” & <tags>'],
  consent_terms: ['true']
}

/** The sign-up page as it comes back from a plain form the origin refused. */
function refused(fields = [fieldError('email', 'email'), fieldError('name', 'name_at')]): Visit {
  return { page: { form: { endpoint: 'signUp', values: TYPED, error: errorBody('invalid', {}, fields).error } } }
}

describe('what an error says', () => {
  const FIELDS = ['name', 'looking_for', 'email']

  test('is shown under its field and in the summary, in the order of the form', async () => {
    const errors = formErrors(refusal([fieldError('email', 'email'), fieldError('name', 'name_at')]), FIELDS, await translatorOf())
    expect(errors.byField).toEqual({ name: sentence('field.name_at'), email: 'Invalid email.' })
    expect(errors.summary.map(({ field }) => field)).toEqual(['name', 'email'])
  })

  test('of a part of a field belongs to the field, once', async () => {
    const errors = formErrors(
      refusal([fieldError('looking_for.0', 'invalid'), fieldError('looking_for.1', 'invalid')]),
      FIELDS,
      await translatorOf()
    )
    expect(errors.summary.map(({ field }) => field)).toEqual(['looking_for'])
  })

  test('of a field that is not shown concerns the whole form', async () => {
    const errors = formErrors(refusal([fieldError('tracking', 'unknown')]), FIELDS, await translatorOf())
    expect(errors.summary).toEqual([{ message: sentence('field.unknown') }])
  })

  test('that means nothing without its field is shown with the field’s name in the summary, and no other is', async () => {
    const refused = refusal([fieldError('name', 'required'), fieldError('email', 'email')])
    const errors = formErrors(refused, FIELDS, await translatorOf(), { name: 'signup.name', email: 'form.email' })
    expect(errors.summary.map(({ message }) => message)).toEqual([
      `${sentence('signup.name')}: ${sentence('field.required')}`,
      'Invalid email.'
    ])
    expect(errors.byField['name']).toBe(sentence('field.required'))
  })

  test('follows a label that is a question without a colon', async () => {
    const errors = formErrors(refusal([fieldError('name', 'required')]), FIELDS, await translatorOf(), { name: 'ban.appeal_text' })
    expect(errors.summary.map(({ message }) => message)).toEqual([`${sentence('ban.appeal_text')} ${sentence('field.required')}`])
  })

  test.each([
    ['[ERR-3]', errorBody('login_failed'), 'Login failed, please try again.'],
    ['[ERR-4]', errorBody('login_blocked', { minutes: 14 }), 'Too many incorrect attempts, account blocked for 14 min.'],
    ['[ERR-12]', errorBody('internal'), 'An error occured, please try again later.'],
    ['[ERR-17]', errorBody('account_deleted'), 'You can still reactivate it with the link in the email we sent you.']
  ])('%s without a field is the sentence of its code', async (_, { error }, sentence) => {
    const { summary } = formErrors(error, FIELDS, await translatorOf())
    expect(summary).toHaveLength(1)
    expect(summary[0]?.message).toContain(sentence)
  })
})

describe('the same intent', () => {
  const intent = () => {
    let count = 0
    return createIntent(() => `key ${++count}`)
  }

  test('keeps its key when it is sent again, and another body gets another one', () => {
    const keyFor = intent()
    expect([keyFor({ name: 'a' }), keyFor({ name: 'a' }), keyFor({ name: 'b' }), keyFor({ name: 'a' })]).toEqual([
      'key 1',
      'key 1',
      'key 2',
      'key 3'
    ])
  })
})

describe('age', () => {
  const tenant = settingsFor({ tenant: { min_age: 21 } })
  const now = Date.parse('2026-11-20T12:00:00Z')

  test('[VAL-3] [VAL-4] someone who is one day too young is told the required age', async () => {
    expect(checkOwnAge('2005-11-20', tenant, now)).toEqual([])
    const [error] = checkOwnAge('2005-11-21', tenant, now)
    expect((await translatorOf()).t(error!.message_key, error!.params)).toBe('Enter your date of birth (21+).')
  })

  test('[VAL-3] [VAL-8] an empty form reports date of birth and email in the words of the specification', async () => {
    const checked = validate(CONTRACT.signUp.body, FORMS.signUp(new FormData()), { min_age: 18 })
    const errors = formErrors(refusal(checked.ok ? [] : checked.fields), ['date_of_birth', 'email'], await translatorOf())
    expect(errors.byField).toEqual({ date_of_birth: 'Enter your date of birth (18+).', email: 'Invalid email.' })
  })
})

describe('the plain sign-up form', () => {
  test('posts to its own address, with every field of the contract', async () => {
    // With everything that a site may ask for.
    const html = await renderPage('/signup', { tenant: { age_assurance: 'self' }, page: { trafficSource: true } })
    const form = /<form\b[^>]*>/.exec(html)?.[0]
    expect(form).toContain('method="post"')
    expect(form).not.toContain('action=')
    const body = Object.keys(FORMS.signUp(new FormData()))
    const posted = new Set([...fieldsOf(html)].map((name) => name.split('.')[0]))
    expect(body.filter((field) => !posted.has(field))).toEqual([])
  })

  test.each([
    ['everybody', {}, ['consent_terms', 'consent_sensitive']],
    ['a visit from a campaign', { page: { trafficSource: true } }, ['consent_terms', 'consent_sensitive', 'consent_tracking']],
    ['a site that wants a word on the age', { tenant: { age_assurance: 'self' } }, ['consent_age', 'consent_terms', 'consent_sensitive']]
  ] satisfies [string, Visit, string[]][])('asks %s for each consent separately, none ticked', async (_, visit, names) => {
    const boxes = [...(await renderPage('/signup', visit)).matchAll(/<input[^>]*name="(consent_[a-z]+)"[^>]*>/g)]
    expect(boxes.map(([, name]) => name)).toEqual(names)
    for (const [box] of boxes) expect(box).not.toContain('checked')
  })

  test('[ENT-12] [SCR-1] contains all five steps, none hidden, and one button that submits', async () => {
    const form = part(await renderPage('/signup'), 'form')
    expect([...form.matchAll(/<section[^>]*data-testid="signup-step-(\d)"[^>]*>/g)].map(([, step]) => step)).toEqual([
      '0',
      '1',
      '2',
      '3',
      '4'
    ])
    expect(form).not.toMatch(/<section[^>]* hidden/)
    expect(form.match(/<button[^>]*type="submit"/g)).toHaveLength(1)
  })

  test('comes back with everything typed, and nothing typed becomes markup', async () => {
    const html = await renderPage('/signup', refused())
    expect(html).toMatch(/<input[^>]*value="couple"[^>]*checked|<input[^>]*checked[^>]*value="couple"/)
    expect(
      html.match(/<input[^>]*name="looking_for"[^>]*checked=""[^>]*>|<input[^>]*checked=""[^>]*name="looking_for"[^>]*>/g)
    ).toHaveLength(2)
    for (const [part, value] of [
      ['day', '7'],
      ['month', '2'],
      ['year', '1990']
    ])
      expect(html).toMatch(new RegExp(`<input[^>]*name="date_of_birth.${part}"[^>]*value="${value}"`))
    expect(html).toContain('<option value="GB" selected')
    expect(html).toContain('value="@bob"')
    expect(html).toContain('I like “quotes” &amp; &lt;tags&gt;</textarea>')
    expect(html).toMatch(/<input(?=[^>]*name="consent_terms")[^>]*checked/)
    expect(html).not.toMatch(/<input(?=[^>]*name="consent_sensitive")[^>]*checked/)
  })

  test('[VAL-2] [VAL-8] says what is wrong at the top, with a link to each field, and under each field', async () => {
    const html = await renderPage('/signup', refused())
    const summary = part(html, 'div', 'role="alert"')
    expect(textOf(summary)).toBe(`2 things need your attention ${sentence('field.name_at')} Invalid email.`)
    for (const [, id] of summary.matchAll(/href="#([^"]+)"/g))
      expect(html).toMatch(new RegExp(`<input(?=[^>]* id="${id}")[^>]*aria-invalid="true"`))
    expect(summary).toContain('autofocus')
  })

  test('says of each consent that is missing which one it is', async () => {
    const error = refusal([fieldError('consent_terms', 'consent'), fieldError('consent_sensitive', 'consent')])
    const html = await renderPage('/signup', { page: { form: { endpoint: 'signUp', values: TYPED, error } } })
    const links = [...part(html, 'div', 'role="alert"').matchAll(/<a [^>]*>(.*?)<\/a>/g)].map(([, words]) => textOf(words!))
    expect(links).toEqual([
      `${sentence('signup.consent_terms', { age: 18 })} ${sentence('field.consent')}`,
      `${sentence('signup.consent_sensitive', { site: 'Velvet' })} ${sentence('field.consent')}`
    ])
  })

  test('never gets a password back', async () => {
    const values = { ...TYPED, password: ['geheim-geheim'] }
    expect(SECRET_FIELDS.has('password')).toBe(true)
    const html = await renderPage('/signup', { page: { form: { endpoint: 'signUp', values, error: errorBody('invalid').error } } })
    expect(html).not.toContain('geheim')
  })

  test("ignores another form's errors", async () => {
    const html = await renderPage('/signup', { page: { form: { ...refused().page!.form!, endpoint: 'login' } } })
    expect(html).not.toContain('role="alert"')
    expect(html).not.toContain('@bob')
  })

  test('[SCR-3] is not shown where signing up requires an invitation', async () => {
    const closed = { tenant: { signups: 'with_trafficsource' } }
    const notice = await renderPage('/signup', closed)
    expect(textOf(part(notice, 'h1'))).toBe('By invitation only')
    expect(notice).not.toContain('<form')
    expect(await renderPage('/signup', { ...closed, page: { trafficSource: true } })).toContain('<form')
    expect(await renderPage('/signup', { tenant: { signups: 'none' }, page: { trafficSource: true } })).not.toContain('<form')
  })

  test('once sent, asks to look in the mail and shows no form', async () => {
    const html = await renderPage('/signup?sent=1')
    expect(textOf(part(html, 'h1'))).toBe(sentence('form.check_mail'))
    expect(textOf(part(html, 'ol'))).toBe(
      ['signup.next_confirm', 'signup.next_profile', 'signup.next_matches'].map((key) => sentence(key)).join(' ')
    )
    expect(html).toContain('Velvet post')
    expect(html).not.toContain('<form')
  })
})

describe('the plain log-in form', () => {
  test('[ERR-3] comes back with the name and the message, without the password', async () => {
    const values = { 'credentials.login': ['robin'], 'credentials.password': ['geheim'] }
    const html = await renderPage('/login', { page: { form: { endpoint: 'login', values, error: errorBody('login_failed').error } } })
    expect(textOf(part(html, 'div', 'role="alert"'))).toContain('Login failed, please try again.')
    expect(html).toContain('value="robin"')
    expect(html).not.toContain('geheim')
  })

  test('names its fields as the contract does', async () => {
    const body = FORMS.login({ get: (name) => name, getAll: () => [] }).credentials
    expect([...fieldsOf(await renderPage('/login'))]).toEqual([body.login, body.password])
  })
})

test('the beacons of the small script go to the paths of the contract', () => {
  expect(PAGE_BOUNCE_PATH).toBe(CONTRACT.pageBounce.path)
  expect(PAGE_HIDDEN_PATH).toBe(CONTRACT.pageHidden.path)
})

test('a missing choice asks for one, instead of saying that something is wrong', () => {
  const wrong = validate(CONTRACT.signUp.body, FORMS.signUp(new FormData()))
  const codes = wrong.ok ? [] : wrong.fields.map(({ field, code }) => [field, code])
  expect(codes).toContainEqual(['gender', 'choose'])
  expect(codes).toContainEqual(['country', 'choose'])
  expect(sentence('field.choose')).toBe('Please choose one.')
})
