import * as v from 'valibot'
import { GENDERS } from '../rules/genders.ts'
import { HIGHEST_SEARCHED_AGE } from '../rules/searched-ages.ts'
import { contract } from './endpoint.ts'
import { MemberCard } from './members.ts'
import { CountryCode, type Gender, NoBody, NoQuery, QueryInteger, RegionCode } from './values.ts'

/** Ages of the search, whole years. */
const Age = QueryInteger(18, HIGHEST_SEARCHED_AGE)

/** One gender or several, as in `woman,couple`. */
const Genders = v.pipe(
  v.string('invalid'),
  v.regex(new RegExp(`^(?:${GENDERS.join('|')})(?:,(?:${GENDERS.join('|')})){0,3}$`), 'invalid'),
  v.transform((list) => [...new Set(list.split(','))] as Gender[])
)

const FILTERS = {
  gender: v.optional(Genders),
  /** Members who want to meet this gender, or anyone; ignored in a limited search, which doesn't tell whom members look for. */
  looking_for: v.optional(v.picklist(GENDERS, 'invalid')),
  country: v.optional(CountryCode),
  countryregion: v.optional(RegionCode),
  min_age: v.optional(Age),
  max_age: v.optional(Age),
  /** Leaves out the profiles made by the company. */
  fictional: v.optional(v.literal('hide', 'invalid'))
}

/** What a search asks for. */
export const MemberFilters = v.strictObject(FILTERS)
export type MemberFilters = v.InferOutput<typeof MemberFilters>

/** The filters, and which of the results. */
export const MemberSearch = v.strictObject({
  ...FILTERS,
  page: v.optional(QueryInteger(1, 500)),
  /** `next` of the previous page: this one continues exactly there, however the results have shifted since. */
  after: v.optional(v.pipe(v.string('invalid'), v.regex(/^[A-Za-z0-9_-]{40,200}$/, 'invalid')))
})
export type MemberSearch = v.InferOutput<typeof MemberSearch>

/** The query of the search that a member begins with. */
export const SearchValues = v.record(v.string(), v.string())

/** A member whom a search found. */
const FoundCard = v.strictObject({
  ...MemberCard.entries,
  /** The first interest that both have, as far as the viewer may see it; absent if there is none. */
  shared_interest: v.optional(v.string()),
  /** The viewer and this member like each other. */
  match: v.optional(v.boolean()),
  /** Joined only days ago; never true of profiles made by the company, and only shown to members. */
  newcomer: v.optional(v.literal(true))
})
export type FoundCard = v.InferOutput<typeof FoundCard>

/** How many members a search finds. */
const Total = {
  /** Exact up to `EXACT_TOTAL`; above that an estimate, and `total_exact` is false. */
  total: v.number(),
  total_exact: v.boolean()
}

export const search = contract({
  searchMembers: {
    method: 'GET',
    path: '/api/members.php',
    summary: "Search members; pages of 20: the member's region, their country, everyone else, each sorted by the day last active.",
    audience: 'anyone',
    limit: 'search',
    quota: 'cards',
    query: MemberSearch,
    body: NoBody,
    output: v.strictObject({
      members: v.array(FoundCard),
      ...Total,
      page: v.number(),
      pages: v.number(),
      /** For `after` of the next page; null on the last one. */
      next: v.nullable(v.string()),
      /** Members outside the filters (any region, neighbouring countries, ages wider by five years; never gender), only if page 1 has few results. */
      similar: v.array(FoundCard),
      /** What a visitor may see of it. */
      access: v.picklist(['all', 'limited', 'none'])
    })
  },
  countMembers: {
    method: 'GET',
    path: '/api/members-count.php',
    summary: 'How many members a search would find.',
    audience: 'member',
    limit: 'search',
    query: MemberFilters,
    body: NoBody,
    output: v.strictObject(Total)
  },
  rememberSearch: {
    method: 'PUT',
    path: '/api/search.php',
    summary: "Store what the member searches for, as it is in a search's query; null: what their profile says again.",
    audience: 'member',
    idempotency: 'natural',
    query: NoQuery,
    body: v.strictObject({ filters: v.nullable(MemberFilters) }),
    output: v.strictObject({ search: SearchValues })
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
