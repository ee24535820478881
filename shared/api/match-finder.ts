import * as v from 'valibot'
import { MOST_INTERESTS } from '../rules/interests.ts'
import { HIGHEST_SEARCHED_AGE } from '../rules/searched-ages.ts'
import { INTERESTS } from '../tenants/interests.ts'
import { PROFILE_VALUES } from '../tenants/profile-fields.ts'
import { contract } from './endpoint.ts'
import { MemberCard } from './members.ts'
import { CountryCode, Gender, Instant, NoBody, NoQuery, Nothing, RegionCode, Several } from './values.ts'

const Age = v.pipe(v.number('invalid'), v.integer('invalid'), v.minValue(18, 'invalid'), v.maxValue(HIGHEST_SEARCHED_AGE, 'invalid'))

/** The questions of the match finder. An empty list or null means that it doesn't matter. */
export const MatchAnswers = v.strictObject({
  genders: Several(Gender),
  min_age: Age,
  max_age: Age,
  country: v.nullable(CountryCode),
  region: v.nullable(RegionCode),
  interests: v.pipe(Several(v.picklist(INTERESTS, 'invalid')), v.maxLength(MOST_INTERESTS, 'too_many')),
  reasons: Several(v.picklist(PROFILE_VALUES.reason, 'invalid'))
})
export type MatchAnswers = v.InferOutput<typeof MatchAnswers>

/** Why a member is suggested: only facts that the reader may see in their profile. */
const MatchReason = v.variant('type', [
  v.strictObject({ type: v.literal('interests'), interests: v.array(v.string()) }),
  v.strictObject({ type: v.literal('reason'), reason: v.string() }),
  v.strictObject({ type: v.literal('region') }),
  v.strictObject({ type: v.literal('looks_for_you') })
])

/** A member whom the match finder suggests. */
export const FoundMatch = v.strictObject({ ...MemberCard.entries, reasons: v.array(MatchReason) })
export type FoundMatch = v.InferOutput<typeof FoundMatch>

export const matchFinder = contract({
  findMatches: {
    method: 'GET',
    path: '/api/match-finder.php',
    summary: 'Members who fit the stored answers, best first, with the reasons. Never anyone whom the member likes or has passed.',
    audience: 'member',
    limit: 'search',
    quota: 'cards',
    query: NoQuery,
    body: NoBody,
    output: v.strictObject({
      answers: MatchAnswers,
      /** Null: not answered yet; `answers` are a proposal made from the profile. */
      answered_at: v.nullable(Instant),
      /** None before there are answers. */
      members: v.array(FoundMatch)
    })
  },
  answerMatchFinder: {
    method: 'POST',
    path: '/api/match-finder.php',
    summary: 'Store the answers of the match finder; earlier ones are replaced.',
    audience: 'member',
    idempotency: 'natural',
    query: NoQuery,
    body: MatchAnswers,
    output: Nothing
  },
  forgetMatchAnswers: {
    method: 'DELETE',
    path: '/api/match-finder.php',
    summary: 'Delete the answers of the match finder.',
    audience: 'member',
    idempotency: 'natural',
    query: NoQuery,
    body: Nothing,
    output: Nothing
  }
})
