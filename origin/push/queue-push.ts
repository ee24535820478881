import type { PushKind } from '../../shared/api/notifications.ts'
import type { MemberRow } from '../db/tables/members.ts'
import type { UnitOfWork } from '../db/unit-of-work.ts'
import { wakePusher } from './send-pushes.ts'
import { insertNotes } from './store.ts'

/** Who was here less than this many seconds ago still reads, or has just left: they are pushed to when they stay away. */
const GRACE = 120

/**
 * Writes down, in the transaction of what it tells about, that a member is to be called by push; sent after the commit. Nothing
 * is sent to members who come before that, have seen it elsewhere, or does not want this kind. Profiles made by the company call nobody.
 */
export async function queuePush(
  { db, deps, viewer, now, afterCommit }: UnitOfWork & { viewer: Pick<MemberRow, 'fictional'> },
  { member, kind, path }: { member: number; kind: PushKind; path: string }
): Promise<void> {
  if (viewer.fictional) return
  if (await insertNotes(db, { member, kind, path, grace: GRACE, now })) afterCommit(() => wakePusher(deps))
}
