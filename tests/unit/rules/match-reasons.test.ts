import { expect, test } from 'vitest'
import { byMatch, matchReasons, matchScore, type Asked, type Seen } from '../../../shared/rules/match-reasons.ts'

const ASKED: Asked = {
  interests: ['hiking', 'music', 'tea'],
  reasons: ['dating', 'friendship'],
  gender: 'woman',
  country: 'NL',
  region: 'NL-UT'
}
const SEEN: Seen = { interests: [], reason: null, country: 'NL', region: null, looking_for: [] }
const reasonsOf = (seen: Partial<Seen>, asked: Partial<Asked> = {}) => matchReasons({ ...ASKED, ...asked }, { ...SEEN, ...seen })

test('each reason is a fact: shared interests, what both look for, the region, being looked for', () => {
  expect(reasonsOf({ interests: ['tea', 'art', 'hiking'], reason: 'dating', region: 'NL-UT', looking_for: ['man', 'woman'] })).toEqual([
    { type: 'interests', interests: ['hiking', 'tea'] },
    { type: 'reason', reason: 'dating' },
    { type: 'region' },
    { type: 'looks_for_you' }
  ])
})

test('a fact that differs, is hidden or wasn’t asked for is not a reason', () => {
  expect(reasonsOf({})).toEqual([])
  expect(reasonsOf({ interests: ['art'], reason: 'casual', region: 'NL-NH', looking_for: ['man'] })).toEqual([])
  // Open to anyone isn't the same as looking for someone like the reader, and no region isn't a region in common.
  expect(reasonsOf({ looking_for: [], region: null }, { region: null })).toEqual([])
  // A code of a region counts only in its country.
  expect(reasonsOf({ region: 'NL-UT', country: 'BE' })).toEqual([])
})

test('the best fits come first, equal ones in their order', () => {
  const fits = [
    { name: 'none', reasons: reasonsOf({}) },
    { name: 'looks', reasons: reasonsOf({ looking_for: ['woman'] }) },
    { name: 'region', reasons: reasonsOf({ region: 'NL-UT' }) },
    { name: 'one interest', reasons: reasonsOf({ interests: ['tea'] }) },
    { name: 'reason', reasons: reasonsOf({ reason: 'dating' }) },
    { name: 'all interests', reasons: reasonsOf({ interests: ['tea', 'music', 'hiking'] }) }
  ]
  expect(byMatch(fits).map(({ name }) => name)).toEqual(['all interests', 'reason', 'region', 'one interest', 'looks', 'none'])
  expect(matchScore([])).toBe(0)
})
