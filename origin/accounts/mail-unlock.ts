import type { MemberRow } from '../db/tables/members.ts'
import type { Mailing } from '../mails/queue-mail.ts'
import { homeOf, mailLink, ownerOfAddress } from './account-mails.ts'
import { takeOf24Hours } from './daily-quota.ts'

/** Mails per day that strangers can cause by guessing passwords of an account. */
const UNLOCK_MAX = 3

/** When wrong passwords have blocked an account, mails its owner a link that ends the block, if the address is their own. */
export async function mailUnlock(mailing: Mailing, owner: MemberRow): Promise<void> {
  if (await ownerOfAddress(mailing.db, owner)) return
  if (await takeOf24Hours(mailing, `unlock\n${owner.public_id}`, UNLOCK_MAX)) {
    await mailLink({ ...mailing, tenant: homeOf(mailing, owner) }, owner, 'unlock')
  }
}
