import { endTokens, newToken } from '../../../origin/accounts/links/tokens.ts'
import { endKinds } from '../../../origin/notifications/end-mails.ts'
import type { TokenPurpose, TokenState } from '../../../shared/api/links.ts'
import { href } from '../../../shared/routes/match.ts'
import { insertMember } from '../../fixtures/members.ts'
import { asOperator } from '../acts.ts'
import type { Brand } from './brands.ts'

/**
 * The links of mails, each in the states in which it has a page: what it is for, or why it doesn't work any more. A link for confirming an address that
 * doesn't work leads to a page with an address of its own.
 */
export const MAILED_LINKS = [
  ['activate', 'open'],
  ['reset_password', 'open'],
  ['change_mail', 'open'],
  ['unlock', 'open'],
  ['unsubscribe', 'open'],
  ['reactivate', 'open'],
  ['reset_password', 'expired'],
  ['change_mail', 'expired'],
  ['unlock', 'expired'],
  ['reactivate', 'expired'],
  ['unsubscribe', 'used']
] as const satisfies (readonly [TokenPurpose, TokenState])[]

/** Paths of these links on a brand by purpose and state. Each belongs to a new member. */
export async function mailedLinks({ tenant: id, country }: Brand): Promise<Map<string, string>> {
  const paths = new Map<string, string>()
  await asOperator(async ({ db, tenants }) => {
    const now = new Date()
    const tenant = tenants.byId(id)!
    for (const [purpose, state] of MAILED_LINKS) {
      const member = await insertMember(db, { ...tenant.settings, countries: [country] }, now, STATUS[purpose])
      const token = await newToken({ db, tenant, now }, { member: member.id, purpose, email: member.email })
      if (state === 'expired') await endTokens({ db, now }, member.id)
      if (state === 'used') await endKinds(db, member.id)
      paths.set(`${purpose} ${state}`, href('token', { token }))
    }
  })
  return paths
}

/** What the account is when such a link is mailed, if it isn't confirmed and open. */
const STATUS: Partial<Record<TokenPurpose, Parameters<typeof insertMember>[3]>> = {
  activate: { status: 'not_confirmed' },
  reactivate: { status: 'deleted', deleted_status: 'confirmed', deleted_at: new Date() }
}
