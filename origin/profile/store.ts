import type { Updateable } from 'kysely'
import type { MemberRow, MembersTable } from '../db/tables/members.ts'
import type { Db } from '../http/handler.ts'

/** Updates columns of a member; returns the new row. */
export async function updateMember(db: Db, id: number, changes: Updateable<MembersTable>): Promise<MemberRow> {
  return await db.updateTable('members').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}
