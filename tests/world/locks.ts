import { sql } from 'kysely'
import { expect } from 'vitest'
import { lockMembers } from '../../origin/members/lock-members.ts'
import type { TestMember, World } from './origin.ts'

/** Holds a member while `acts` begin one after the other, each once the one before waits; then lets go. What they answered. */
export async function inLine<T>(
  world: World,
  { row }: TestMember,
  acts: readonly (() => Promise<T>)[],
  meanwhile: () => Promise<void> = async () => {}
): Promise<T[]> {
  const answers: Promise<T>[] = []
  await world.deps.db.transaction().execute(async (holder) => {
    await lockMembers(holder, [row.id])
    for (const act of acts) {
      answers.push(act())
      await expect.poll(() => waiting(world), { timeout: 30_000 }).toBe(answers.length)
    }
    await meanwhile()
  })
  return await Promise.all(answers)
}

/** Transactions that wait for another one's lock. */
export async function waiting(world: World): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`.execute(world.deps.db)
  return rows[0]!.count
}

/** Deadlocks that the server has counted in this database; every connection of the pool has to hand in its figures first. */
export async function deadlocks(world: World): Promise<number> {
  const handIn = () => sql`select pg_stat_force_next_flush() from pg_sleep(0.1)`.execute(world.deps.db)
  await Promise.all(Array.from({ length: 10 }, handIn))
  const { rows } = await sql<{ deadlocks: number }>`select deadlocks from pg_stat_database where datname = current_database()`.execute(
    world.deps.db
  )
  return rows[0]?.deadlocks ?? 0
}
