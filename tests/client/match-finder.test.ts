import { expect, test } from 'vitest'
import { memberAnswers, part, renderPage } from './render-page.tsx'

const ANSWERS = { genders: ['woman'], min_age: 30, max_age: 40, country: 'GB', region: 'GB-SCT', interests: ['tea'], reasons: ['dating'] }

test('without a script the questions are one form, filled in, for the page itself', async () => {
  const html = await renderPage('/match-finder', {
    member: true,
    answers: [
      ...memberAnswers(),
      [
        { endpoint: 'findMatches', query: {} },
        { answers: ANSWERS, answered_at: null, members: [] }
      ],
      [{ endpoint: 'listInterests', query: {} }, { interests: ['tea', 'wine'] }]
    ]
  })
  const form = part(html, 'form', 'data-flow="waiting"')
  expect(form).toMatch(/^<form [^>]*method="post"/)
  expect(form).not.toContain('action=')
  expect(form).toContain('name="expected_member"')
  expect(form).toContain('type="submit"')
  const ticked = [...form.matchAll(/<input[^>]*checked=""[^>]*>/g)].map(([input]) => /name="(\w+)"/.exec(input)![1])
  expect(ticked).toEqual(['genders', 'interests', 'reasons'])
  // The regions aren't known here: what was answered is not lost.
  expect(form).toContain('<input type="hidden" name="region" value="GB-SCT"/>')
  expect(form).not.toMatch(/<section[^>]* hidden/)
})
