import type { MemberRow } from '../db/tables/members.ts'
import { notFound } from '../http/refusal.ts'
import { lockMembers } from './lock-members.ts'
import { accessOf, type Looking, type MemberLooking } from './looking.ts'
import { memberNumber, selectVisibleMember } from './store.ts'

/**
 * The member with this public id as the one who looks may find them. Unknown, of another pool, blocked either way, banned,
 * deleted, oneself: all the same `not_found`.
 */
export async function findVisibleMember(looking: Looking, publicId: string): Promise<MemberRow> {
  const member = await lookForMember(looking, publicId)
  if (!member) throw notFound()
  return member
}

/** The same, undefined where there is none. */
export async function lookForMember(looking: Looking, publicId: string): Promise<MemberRow | undefined> {
  return accessOf(looking) === 'none' ? undefined : await selectVisibleMember(looking, publicId)
}

/**
 * The same for a write that touches both: locks both rows first, then looks, so that a block that was set meanwhile holds.
 */
export async function lockVisibleMember(looking: MemberLooking, publicId: string): Promise<MemberRow> {
  const id = await memberNumber(looking, publicId)
  if (id === undefined) throw notFound()
  await lockMembers(looking.db, [looking.viewer.id, id])
  return await findVisibleMember(looking, publicId)
}
