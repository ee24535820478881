import { expect, test } from 'vitest'
import { sourceFiles } from './source.ts'

// Without any of these, the browser would send a form that is submitted before the application has loaded to its own page, by GET and with no effect.
const BEFORE_THE_APPLICATION = /\smethod="|\sdata-needs-app|\{\.\.\.form\}/

test('every form says what happens to it before the application has loaded: sent by the browser, or kept until then (client/early-input.ts)', () => {
  const forms = sourceFiles()
    .filter(({ path }) => path.startsWith('client/') && path.endsWith('.tsx'))
    .flatMap(({ path, text }) => Array.from(text.matchAll(/<form(?=\s)([^<]*)/g), ([, attributes]) => ({ path, attributes: attributes! })))
  expect(forms.length).toBeGreaterThan(20)
  expect(forms.filter(({ attributes }) => !BEFORE_THE_APPLICATION.test(attributes))).toEqual([])
})
