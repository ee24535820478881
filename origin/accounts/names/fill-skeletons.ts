import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { skeletonOf } from './skeleton.ts'

/** Names processed per statement. */
const AT_ONCE = 500

/**
 * Computes the skeletons of members who signed up before there were skeletons; returns how many. Existing names stay: of several that look alike, the
 * first gets the skeleton and the others their public id.
 */
export async function fillSkeletons({ db }: Pick<Deps, 'db'>): Promise<number> {
  let count = 0
  for (;;) {
    const members = await db
      .selectFrom('members')
      .select(['id', 'pool', 'name', 'public_id'])
      .where('name_skeleton', 'is', null)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute()
    if (members.length === 0) return count
    const taken = new Set<string>()
    const skeletons = members.map(({ pool, name, public_id: own }) => {
      const skeleton = skeletonOf(name)
      const key = `${pool}\n${skeleton}`
      if (taken.has(key)) return own
      taken.add(key)
      return skeleton
    })
    await sql`
      update members set name_skeleton = case
        when exists (select from members other where other.pool = members.pool and other.name_skeleton = made.skeleton) then public_id
        else made.skeleton end
      from unnest(${members.map(({ id }) => id)}::bigint[], ${skeletons}::text[]) as made(id, skeleton)
      where members.id = made.id and members.name_skeleton is null`.execute(db)
    count += members.length
  }
}
