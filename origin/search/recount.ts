import { sql, type RawBuilder } from 'kysely'
import { GENDERS } from '../../shared/rules/genders.ts'
import { poolOf } from '../../shared/tenants/schema.ts'
import type { Deps } from '../deps.ts'
import type { Db } from '../http/handler.ts'
import { whoMay } from '../members/account-state.ts'

/** Fills the count table of the search again; returns how many rows have changed. Totals of up to 10,000 never come from it. */
export async function recountMembers({ db, tenants }: Pick<Deps, 'db' | 'tenants'>): Promise<number> {
  const pools = [...new Set(tenants.all().map(({ settings }) => poolOf(settings)))]
  let changed = 0
  for (const pool of pools) {
    // In parts, each within the time that a statement may take.
    for (const country of await countriesOf(db, pool)) for (const gender of GENDERS) changed += await recount(db, { pool, country, gender })
    changed += await sumUp(db, pool)
  }
  return changed
}

const found = sql`${whoMay('be_found')} and profile_status = 'active'`

/** Countries with members now, or when they were last counted; each found by one look into an index. */
async function countriesOf(db: Db, pool: string): Promise<string[]> {
  const next = (after: RawBuilder<unknown>) =>
    sql`(select country from members where pool = ${pool} and ${found} and country > ${after} order by country limit 1)`
  const { rows } = await sql<{ country: string }>`
    with recursive places as (
      select ${next(sql`''`)} as country union all select ${next(sql`places.country`)} from places where country is not null
    )
    select country from places where country is not null
    union select country from search_counts where pool = ${pool} and country <> ''`.execute(db)
  return rows.map(({ country }) => country)
}

const COUNTS = ['members', 'shown', ...GENDERS.map((gender) => `for_${gender}`)]

/** Counts members of a country and gender by region and year of birth. */
async function recount(db: Db, { pool, country, gender }: { pool: string; country: string; gender: string }): Promise<number> {
  const wants = GENDERS.map(
    (other) => sql`count(*) filter (where looking_for = '{}' or ${sql.lit(other)} = any(looking_for)) as ${sql.ref(`for_${other}`)}`
  )
  const fresh = sql`
    select country, coalesce(region, '-') as region, gender, (extract(year from date_of_birth)::int / 5)::smallint as born,
      count(*) as members, count(*) filter (where shown_to_visitors) as shown, ${sql.join(wants)}
    from members
    where pool = ${pool} and country = ${country} and gender = ${gender} and ${found} and not fictional
    group by country, region, gender, 4`
  return await store(db, pool, fresh, sql`country = ${country} and region <> '' and gender = ${gender}`)
}

/** Adds up the regions of each country, and all countries. */
async function sumUp(db: Db, pool: string): Promise<number> {
  const sums = COUNTS.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`)
  const fresh = sql`
    select coalesce(country, '') as country, '' as region, gender, born, ${sql.join(sums)}
    from search_counts where pool = ${pool} and region <> '' group by grouping sets ((country, gender, born), (gender, born))`
  return await store(db, pool, fresh, sql`region = ''`)
}

/**
 * Replaces some rows of the count table; returns how many have changed. They are written in the order of the key, so that two processes can't wait for
 * each other.
 */
async function store(db: Db, pool: string, fresh: RawBuilder<unknown>, replaced: RawBuilder<unknown>): Promise<number> {
  const refs = (names: readonly string[], table?: string) => sql.join(names.map((name) => sql.ref(table ? `${table}.${name}` : name)))
  const KEY = ['country', 'region', 'gender', 'born']
  const { rows } = await sql`
    with fresh as materialized (${fresh}), stored as (
      insert into search_counts (pool, ${refs([...KEY, ...COUNTS])})
      select ${pool}, ${refs([...KEY, ...COUNTS])} from fresh order by ${refs(KEY)}
      on conflict (pool, ${refs(KEY)}) do update set (${refs(COUNTS)}) = row (${refs(COUNTS, 'excluded')})
      where (${refs(COUNTS, 'search_counts')}) is distinct from (${refs(COUNTS, 'excluded')})
      returning 1
    ), removed as (
      delete from search_counts where pool = ${pool} and ${replaced} and (${refs(KEY)}) not in (select ${refs(KEY)} from fresh) returning 1
    )
    select 1 from stored union all select 1 from removed`.execute(db)
  return rows.length
}
