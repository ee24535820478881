import { expect, test } from 'vitest'
import { firstName } from '../../../shared/rules/first-name.ts'

test.each([
  ['Anna', 'Anna'],
  ['Anna Smith', 'Anna'],
  ['jan.jansen', 'jan'],
  ['__lotte_92', 'lotte'],
  ['Zoë-Marie', 'Zoë'],
  ['Åsa 1990', 'Åsa'],
  ['e\u0301milie', 'e\u0301milie'],
  ['12345', '1']
])('of the name %s a limited visitor sees %s [ROLE-1]', (name, first) => {
  expect(firstName(name)).toBe(first)
})
