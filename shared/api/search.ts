import * as v from 'valibot'
import { GENDERS } from '../rules/genders.ts'
import { contract } from './endpoint.ts'
import { MemberCard } from './members.ts'
import { CountryCode, NoBody, NoQuery, QueryInteger, RegionCode } from './values.ts'

/** Ages of the search, whole years. */
const Age = QueryInteger(18, 99)

export const MemberSearch = v.strictObject({
  gender: v.optional(v.picklist(GENDERS, 'invalid')),
  country: v.optional(CountryCode),
  countryregion: v.optional(RegionCode),
  min_age: v.optional(Age),
  max_age: v.optional(Age),
  page: v.optional(QueryInteger(1, 500))
})
export type MemberSearch = v.InferOutput<typeof MemberSearch>

export const search = contract({
  searchMembers: {
    method: 'GET',
    path: '/api/members.php',
    summary: 'Search members; pages of 20, sorted by the day last active.',
    audience: 'anyone',
    limit: 'search',
    quota: 'cards',
    query: MemberSearch,
    body: NoBody,
    output: v.strictObject({
      members: v.array(MemberCard),
      /** Counted up to 10,000; with more it stays 10,000 and `total_exact` is false. */
      total: v.number(),
      total_exact: v.boolean(),
      page: v.number(),
      pages: v.number(),
      /** Members outside the filters (region, then age widened; never gender), only if page 1 has few results. */
      similar: v.array(MemberCard),
      /** What a visitor may see of it. */
      access: v.picklist(['all', 'limited', 'none'])
    })
  },
  getSignupMatches: {
    method: 'GET',
    path: '/api/signup-matches.php',
    summary: 'Suggestions for a new member, and the member whose page they signed up from.',
    audience: 'member',
    limit: 'search',
    quota: 'cards',
    query: NoQuery,
    body: NoBody,
    output: v.strictObject({ interest: v.nullable(MemberCard), members: v.array(MemberCard) })
  }
})
