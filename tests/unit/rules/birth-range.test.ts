import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ageOn } from '../../../shared/rules/age.ts'
import { birthRange } from '../../../shared/rules/birth-range.ts'

const days = (from: string, to: string) =>
  fc.date({ min: new Date(from), max: new Date(to), noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10))
const leapDays = fc.constantFrom('2000-02-29', '2024-02-29', '2028-02-29', '1996-02-29', '2023-02-28', '2023-03-01')

test('a date of birth is in the range of two ages exactly when the member has one of these ages [ENT-17]', () => {
  const day = fc.oneof(days('2023-01-01', '2040-12-31'), leapDays)
  const born = fc.oneof(days('1920-01-01', '2010-12-31'), leapDays)
  fc.assert(
    fc.property(day, born, fc.integer({ min: 18, max: 99 }), fc.nat(30), (today, birth, min, more) => {
      const { after, upTo } = birthRange(today, min, min + more)
      const age = ageOn(birth, today)
      expect(birth > after && birth <= upTo).toBe(age >= min && age <= min + more)
    }),
    { numRuns: 5000 }
  )
})

test('both ends of a range are existing days', () => {
  const { after, upTo } = birthRange('2028-02-29', 18, 25)
  for (const end of [after, upTo]) expect(new Date(`${end}T00:00:00Z`).toISOString().slice(0, 10)).toBe(end)
})
