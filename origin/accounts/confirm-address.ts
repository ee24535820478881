import type { MemberRow } from '../db/tables.ts'
import type { Context } from '../http/handler.ts'
import { ageToProve } from '../members/proven-age.ts'
import { confirmMember, openProfile } from './store.ts'

/**
 * The owner of the address has used a link of our mail: the address is confirmed, and the profile shown as soon as nothing else is
 * missing. False where nothing was to be confirmed.
 */
export async function confirmAddress(context: Pick<Context<'activate'>, 'db' | 'deps' | 'tenant'>, member: MemberRow): Promise<boolean> {
  const confirmed = await confirmMember(context.db, member.id)
  if (confirmed) await openProfile(context.db, member.id, { provenOver: ageToProve(context, member) })
  return confirmed
}
