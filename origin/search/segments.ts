import { sql, type RawBuilder } from 'kysely'
import type { ViewerScope } from '../members/viewer-scope.ts'
import type { Criteria } from './criteria.ts'

/** Parts of a member's results, in their order; a visitor's are all `elsewhere`. */
const RANKS = { region: 0, country: 1, elsewhere: 2 } as const

/** A part of the results. */
export interface Segment {
  rank: number
  /** SQL conditions on the place of a row of `members`: each is a range of an index, and no member meets two of them. */
  places: RawBuilder<boolean>[]
}

const inCountry = (country: string) => sql<boolean>`members.country = ${country}`
const inRegion = (region: string) => sql<boolean>`members.country = ${region.slice(0, 2)} and members.region = ${region}`

/** The parts of the results that are not empty by their filters, in order: the viewer's own region, their country, then everyone else. */
export function segmentsOf({ viewer }: Pick<ViewerScope, 'viewer'>, { countries, region }: Criteria): Segment[] {
  if (region !== undefined) {
    if (countries && !countries.includes(region.slice(0, 2))) return []
    return [{ rank: rankOf({ country: region.slice(0, 2), region }, viewer), places: [inRegion(region)] }]
  }
  if (!viewer) return [{ rank: RANKS.elsewhere, places: countries ? countries.map(inCountry) : [sql`true`] }]

  const { country, region: home } = viewer
  const segments: Segment[] = []
  if (!countries || countries.includes(country)) {
    if (home !== null) segments.push({ rank: RANKS.region, places: [sql`members.country = ${country} and members.region = ${home}`] })
    segments.push({
      rank: RANKS.country,
      places: [home === null ? inCountry(country) : sql`${inCountry(country)} and members.region is distinct from ${home}`]
    })
  }
  const others = countries ? countries.filter((other) => other !== country).map(inCountry) : [sql<boolean>`members.country <> ${country}`]
  if (others.length > 0) segments.push({ rank: RANKS.elsewhere, places: others })
  return segments
}

type Place = { country: string; region: string | null }

function rankOf({ country, region }: Place, viewer: Place | null): number {
  if (!viewer || viewer.country !== country) return RANKS.elsewhere
  return viewer.region !== null && viewer.region === region ? RANKS.region : RANKS.country
}

/** SQL expression on a row of `members`: the rank of its part of the results. */
export function rankExpression({ viewer }: Pick<ViewerScope, 'viewer'>): RawBuilder<number> {
  if (!viewer) return sql`${sql.lit(RANKS.elsewhere)}`
  const { country, region } = viewer
  const near = region === null ? sql`false` : sql`members.region = ${region}`
  return sql`case when members.country <> ${country} then ${sql.lit(RANKS.elsewhere)}
    when ${near} then ${sql.lit(RANKS.region)} else ${sql.lit(RANKS.country)} end`
}
