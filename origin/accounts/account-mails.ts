import { href } from '../../shared/routes/match.ts'
import type { TenantRecord } from '../../shared/tenants/schema.ts'
import type { MemberRow } from '../db/tables/members.ts'
import { queueMail, type Causer, type Mailing } from '../mails/queue-mail.ts'
import { takeOfDay } from './daily-quota.ts'
import { findByEmail } from './store.ts'
import { newToken } from './links/tokens.ts'

/** Mails a day that strangers can cause by wanting somebody's address for themselves. */
const UNASKED_MAX = 5

/** The site where a member signed up: it gives sender, links and company of their mails. */
export function homeOf({ deps, tenant }: Pick<Mailing, 'deps' | 'tenant'>, member: MemberRow): TenantRecord {
  return deps.tenants.byId(member.home_tenant) ?? tenant
}

/** What a link of the account is mailed with; to the address of the member as it is given. */
const LINKS = {
  activate: 'activation',
  reset_password: 'reset_password',
  change_mail: 'mail_change',
  unlock: 'unlock',
  reactivate: 'account_deleted'
} as const

/** Mails a member a fresh link of this purpose. One to change the address makes `email` the member's. */
export async function mailLink(mailing: Mailing, member: MemberRow, purpose: keyof typeof LINKS): Promise<void> {
  const email = purpose === 'change_mail' ? member.email : null
  const token = await newToken(mailing, { member: member.id, purpose, email })
  const causer = purpose === 'reactivate' ? ownerOf(member) : 'anyone'
  await queueMail(mailing, { template: LINKS[purpose], causer, recipient: member, link: href('token', { token }) })
}

/** Who can cause a mail about what was done with the password of an account: anybody makes one under any address. */
function ownerOf({ claimed_key: claimed }: MemberRow): Causer {
  return claimed === null ? 'member' : 'anyone'
}

/** The other member whose confirmed address an account was made with: what is mailed about that account is not for them. */
export async function ownerOfAddress(db: Mailing['db'], { pool, claimed_key: claimed }: MemberRow): Promise<MemberRow | undefined> {
  return claimed === null ? undefined : await findByEmail(db, pool, claimed)
}

/** Tells a member what happened to the account, with the way back in case it was someone else. Another member's address gets no mail. */
export async function mailNotice(mailing: Mailing, member: MemberRow, template: 'password_changed' | 'mail_change_asked'): Promise<void> {
  if (await ownerOfAddress(mailing.db, member)) return
  await queueMail(mailing, { template, causer: ownerOf(member), recipient: member, link: href('reset-password') })
}

/** Tells the owner of an address that somebody wanted to use it for another account. */
export async function mailAccountExists(mailing: Mailing, member: MemberRow): Promise<void> {
  if (!(await takeOfDay(mailing, `account exists\n${member.public_id}`, UNASKED_MAX))) return
  const letter = { template: 'account_exists', causer: 'anyone', recipient: member, link: href('login') } as const
  await queueMail({ ...mailing, tenant: homeOf(mailing, member) }, letter)
}
