import type { MemberProfile } from '../../shared/api/members.ts'
import { accountMay } from '../../shared/rules/account-state.ts'
import { offersGifts } from '../../shared/rules/gifts.ts'
import { sells } from '../../shared/rules/prices.ts'
import type { Tenant } from '../../shared/tenants/schema.ts'
import type { MemberRow } from '../db/tables/members.ts'
import type { ViewerScope } from '../members/viewer-scope.ts'
import { countGifts } from './store.ts'

/** Does this brand have gifts? */
export function hasGifts(settings: Tenant): boolean {
  return offersGifts({ sells: sells(settings), gift_credits: settings.gift_credits })
}

/**
 * Can the viewer send this member gifts here? Members who can't be answered yet can't be given anything either. A fictional profile gives none: the
 * receiver's profile would count gifts that weren't paid for.
 */
export function acceptsGifts(
  { tenant, viewer }: Pick<ViewerScope, 'tenant' | 'viewer'>,
  { accepts_gifts: accepts, status }: Pick<MemberRow, 'accepts_gifts' | 'status'>
): boolean {
  return hasGifts(tenant.settings) && !viewer?.fictional && accepts && accountMay(status, 'be_written_to')
}

/** What a profile shows of the gifts its member has received: to members only, not to fictional profiles, unless the member has turned gifts off. */
export async function giftsShownTo(
  { db, viewer, tenant }: Pick<ViewerScope, 'db' | 'viewer' | 'tenant'>,
  member: MemberRow
): Promise<MemberProfile['gifts']> {
  return viewer && !viewer.fictional && member.accepts_gifts && hasGifts(tenant.settings) ? await countGifts(db, member.id) : []
}
