import type { MemberRow } from '../db/tables/members.ts'
import type { Context } from '../http/handler.ts'
import { homeOf, mailLink, ownerOfAddress } from './account-mails.ts'
import { takeOfDay } from './daily-quota.ts'

/** Mails a day that strangers can cause by guessing at an account. */
const UNLOCK_MAX = 3

/** Mails the owner of an account that wrong passwords have blocked a link that ends the block, where the address is their own. */
export async function mailUnlock(
  context: Pick<Context<'login'>, 'db' | 'deps' | 'tenant' | 'now' | 'afterCommit'>,
  owner: MemberRow
): Promise<void> {
  if (await ownerOfAddress(context.db, owner)) return
  if (await takeOfDay(context, `unlock\n${owner.public_id}`, UNLOCK_MAX)) {
    await mailLink({ ...context, tenant: homeOf(context, owner) }, owner, 'unlock')
  }
}
