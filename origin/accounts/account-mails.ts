import { href } from '../../shared/routes/match.ts'
import type { TenantRecord } from '../../shared/tenants/schema.ts'
import type { MemberRow } from '../db/tables/members.ts'
import { queueMail, type Causer, type Mailing } from '../mails/queue-mail.ts'
import { takeOf24Hours } from './daily-quota.ts'
import { findByEmail } from './store.ts'
import { linkEnds, newToken } from './links/tokens.ts'

/** Mails per day that strangers can cause by trying to claim someone else's address. */
const UNASKED_MAX = 5

/** The site where a member signed up: it gives sender, links and company of their mails. */
export function homeOf({ deps, tenant }: Pick<Mailing, 'deps' | 'tenant'>, member: MemberRow): TenantRecord {
  return deps.tenants.byId(member.home_tenant) ?? tenant
}

/** The template for each kind of account link. */
const LINKS = {
  activate: 'activation',
  reset_password: 'reset_password',
  change_mail: 'mail_change',
  unlock: 'unlock',
  reactivate: 'account_deleted'
} as const

/**
 * Mails a member a new link for this purpose.
 * @param address the address to mail, if not the member's own; using the link makes it theirs
 * @param asked false: an account that is deleted without its member having asked for it
 * @param causer who can cause this mail, if not the usual one
 */
export async function mailLink(
  mailing: Mailing,
  member: MemberRow,
  purpose: keyof typeof LINKS,
  {
    address = null,
    asked = true,
    causer = purpose === 'reactivate' ? ownerOf(member) : 'anyone'
  }: { address?: string | null; asked?: boolean; causer?: Causer } = {}
): Promise<void> {
  const token = await newToken(mailing, { member: member.id, purpose, email: address })
  const recipient = { ...member, email: address ?? member.email }
  const until = linkEnds(purpose, mailing.now)
  const values = { asked: asked ? 'yes' : 'no' }
  // A member who has confirmed the address asks for emails again, which bounced.
  const template = purpose === 'activate' && isAddressOwn(member) ? 'mails_again' : LINKS[purpose]
  await queueMail(mailing, { template, causer, recipient, link: href('token', { token }), until, values })
}

/**
 * Has the member confirmed this address? Otherwise it may be anyone's, and no decision is mailed to it. The account's state
 * doesn't tell: an account that was never confirmed may be suspended, banned or deleted by now.
 */
export const isAddressOwn = ({ claimed_key: claimed }: Pick<MemberRow, 'claimed_key'>) => claimed === null

/** Who can cause a mail about an account's password: anyone, while the account's address isn't confirmed to be its member's. */
function ownerOf(member: MemberRow): Causer {
  return isAddressOwn(member) ? 'member' : 'anyone'
}

/** The other member whose confirmed address this account was created with: they get no mails about the account. */
export async function ownerOfAddress(db: Mailing['db'], { pool, claimed_key: claimed }: MemberRow): Promise<MemberRow | undefined> {
  return claimed === null ? undefined : await findByEmail(db, pool, claimed)
}

/** Tells a member what happened to the account, with a link to undo it in case it was someone else. Nothing is sent to another member's address. */
export async function mailNotice(mailing: Mailing, member: MemberRow, template: 'password_changed' | 'mail_change_asked'): Promise<void> {
  if (await ownerOfAddress(mailing.db, member)) return
  await queueMail(mailing, { template, causer: ownerOf(member), recipient: member, link: href('reset-password') })
}

/** A mail about a member's money, whose address is the member's. */
type MoneyLetter = Omit<Extract<Parameters<typeof queueMail>[1], { causer: Causer }>, 'causer' | 'recipient'>

/** Mails a member about what they pay or get back. Nothing is sent to another member's address. */
export async function mailAboutMoney(mailing: Mailing, member: MemberRow, letter: MoneyLetter): Promise<void> {
  if (await ownerOfAddress(mailing.db, member)) return
  await queueMail(mailing, { ...letter, causer: 'operator', recipient: member })
}

/** Tells the owner of an address that someone tried to use it for another account. */
export async function mailAccountExists(mailing: Mailing, member: MemberRow): Promise<void> {
  if (!(await takeOf24Hours(mailing, `account exists\n${member.public_id}`, UNASKED_MAX))) return
  const letter = { template: 'account_exists', causer: 'anyone', recipient: member, link: href('login') } as const
  await queueMail({ ...mailing, tenant: homeOf(mailing, member) }, letter)
}
