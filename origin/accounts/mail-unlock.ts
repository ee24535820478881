import type { MemberRow } from '../db/tables/members.ts'
import type { Mailing } from '../mails/queue-mail.ts'
import { homeOf, mailLink, ownerOfAddress } from './account-mails.ts'
import { takeOfDay } from './daily-quota.ts'

/** Mails a day that strangers can cause by guessing at an account. */
const UNLOCK_MAX = 3

/** Mails the owner of an account that wrong passwords have blocked a link that ends the block, where the address is their own. */
export async function mailUnlock(mailing: Mailing, owner: MemberRow): Promise<void> {
  if (await ownerOfAddress(mailing.db, owner)) return
  if (await takeOfDay(mailing, `unlock\n${owner.public_id}`, UNLOCK_MAX)) {
    await mailLink({ ...mailing, tenant: homeOf(mailing, owner) }, owner, 'unlock')
  }
}
