import pg from 'pg'
import { regionsOf } from '../shared/tenants/regions.ts'

/** Rows per statement: a line of progress each. */
const PART = 50_000

/** Where generated members live, in percent. */
const COUNTRIES = { GB: 40, US: 20, DE: 8, CA: 8, AU: 7, FR: 6, IE: 5, NL: 4, NZ: 2 }
/** Their genders and whom these look for, in percent; an empty list is anyone. */
const KINDS: readonly [share: number, gender: string, lookingFor: string][] = [
  [30, 'man', '{woman}'],
  [12, 'man', '{woman,couple}'],
  [6, 'man', '{man}'],
  [4, 'man', '{}'],
  [22, 'woman', '{man}'],
  [6, 'woman', '{man,couple}'],
  [6, 'woman', '{woman}'],
  [3, 'woman', '{}'],
  [5, 'couple', '{woman}'],
  [3, 'couple', '{couple}'],
  [3, 'other', '{}']
]

/** A quarter of each country lives in its first region, the others are equally large. */
const FIRST_REGION = 0.25

export interface Crowd {
  pool: string
  home: string
}

/**
 * Adds generated members to a pool until it has `count` of them: confirmed, with active profiles; younger ones and those who were here lately are more
 * frequent. Prints its progress.
 */
export async function growCrowd(sql: pg.Pool, { pool, home }: Crowd, count: number): Promise<void> {
  const client = await sql.connect()
  const began = performance.now()
  try {
    // The trigger and the foreign keys cost more than the rows; the two rows that the trigger writes are added below.
    await client.query(
      'set session_replication_role = replica; set synchronous_commit = off; set statement_timeout = 0; set lock_timeout = 0'
    )
    const { rows } = await client.query<{ there: string }>('select count(*) as there from members where pool = $1 and email like $2', [
      pool,
      '%@crowd.example'
    ])
    for (let from = Number(rows[0]!.there); from < count; from += PART) {
      const to = Math.min(count, from + PART)
      await client.query(insertPart, [from + 1, to, pool, home, ...columns()])
      console.log(`${to.toLocaleString('en')} members after ${Math.round((performance.now() - began) / 1000)} s`)
    }
    await client.query('set session_replication_role = default; set synchronous_commit = on')
    await client.query('vacuum (analyze) members, presence')
  } finally {
    client.release()
  }
}

/** Each list has a hundred entries, or as many as its shares need, from which a random one is taken. */
function columns(): string[][] {
  const countries = Object.entries(COUNTRIES).flatMap(([country, share]) => Array<string>(share).fill(country))
  const kinds = KINDS.flatMap((kind) => Array<typeof kind>(kind[0]).fill(kind))
  return [countries, kinds.map(([, gender]) => gender), kinds.map(([, , lookingFor]) => lookingFor), Object.keys(COUNTRIES).map(regions)]
}

const regions = (country: string) =>
  [country, ...[...regionsOf(country)].sort((one) => (one.code === 'GB-LDN' ? -1 : 0)).map(({ code }) => code)].join(' ')

const insertPart = `
  with people as materialized (
    select n, $5::text[] as countries, 1 + floor(random() * 100)::int as kind, 1 + floor(random() * 100)::int as land,
      random() as place, random() as age, random() as activity, random() as seen from generate_series($1::int, $2::int) as numbers(n)
  ), placed as (
    select people.*, countries[land] as country, string_to_array(lists.list, ' ') as regions
    from people join unnest($8::text[]) as lists(list) on split_part(lists.list, ' ', 1) = countries[land]
  ), made as (
    insert into members (public_id, pool, home_tenant, email, email_key, name, name_key, name_skeleton, password_hash, language, status, profile_status,
      signup_date, active_day, consent, gender, looking_for, date_of_birth, country, region, shown_to_visitors, signup_complete)
    select 'crowd-' || lpad(n::text, 16, '0'), $3, $4, n || '@crowd.example', n || '@crowd.example', 'Crowd ' || n, 'crowd ' || n, 'crowd ' || n, '', 'en',
      'confirmed', 'active', now() - (1 + floor(random() * 400)) * interval '1 day', current_date - floor(activity ^ 3 * 365)::int, '{}',
      ($6::text[])[kind], ($7::text[])[kind]::text[], current_date - 6600 - floor(age ^ 1.7 * 60 * 365)::int, country,
      regions[case when place < ${FIRST_REGION} then 2 else 2 + floor((place - ${FIRST_REGION}) / ${1 - FIRST_REGION} * (cardinality(regions) - 1))::int end],
      seen < 0.2, true
    from placed order by n
    returning id, active_day
  ), present as (
    insert into presence (member_id, last_seen_at) select id, active_day from made
  )
  insert into event_counters (member_id) select id from made`
