import type { Db } from '../http/handler.ts'

/** Counts one more bounce of this day and campaign. */
export async function countBounce(db: Db, of: { tenant: string; day: string; network: string; lb: string }): Promise<void> {
  await db
    .insertInto('page_bounces')
    .values({ ...of, bounces: 1 })
    .onConflict((conflict) =>
      conflict.columns(['tenant', 'day', 'network', 'lb']).doUpdateSet((eb) => ({ bounces: eb('page_bounces.bounces', '+', 1) }))
    )
    .execute()
}
