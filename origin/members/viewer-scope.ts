import type { PhotoViewer } from '../../shared/rules/photo-access.ts'
import { visitorSearch } from '../../shared/tenants/public-settings.ts'
import { hasTrafficSource, trackingOf } from '../../shared/tenants/tracking.ts'
import type { MemberRow } from '../db/tables/members.ts'
import type { Context, Viewer } from '../http/handler.ts'

/** A viewer of members: everything that decides whom and what they see. */
export type ViewerScope = Pick<Context<'getMember'>, 'db' | 'deps' | 'tenant' | 'pool' | 'now' | 'facts'> & { viewer: MemberRow | null }

/** No row has this id. */
export const NOBODY = 0

/** A member like this one without any ties: for viewing one's own profile as others see it. */
export function anyMember(viewer: Viewer): Viewer {
  return { ...viewer, id: NOBODY, fictional: false }
}

/** The same for a member. */
export type MemberScope = ViewerScope & { viewer: MemberRow }

/** How much is shown of members: everything to members, to visitors what the tenant allows. */
export function accessOf({ viewer, tenant, facts }: Pick<ViewerScope, 'viewer' | 'tenant' | 'facts'>): 'all' | 'limited' | 'none' {
  if (viewer) return 'all'
  const fromCampaign = hasTrafficSource(trackingOf(new URLSearchParams(facts.tracking)), tenant.settings.campaigns)
  return visitorSearch(tenant.settings, fromCampaign)
}

/**
 * Does the viewer see profiles, or only cards? Visitors of a limited search see only cards, and so do fictional profiles: members show their
 * profiles to other members, not to a company's staff.
 */
export function seesProfiles(scope: Pick<ViewerScope, 'viewer' | 'tenant' | 'facts'>): boolean {
  return accessOf(scope) === 'all' && !scope.viewer?.fictional
}

/** What kind of viewer this is for other members' photos. */
export function photoViewer(scope: Pick<ViewerScope, 'viewer' | 'tenant' | 'facts'>): PhotoViewer {
  const { viewer } = scope
  if (!viewer) return { visitor: accessOf(scope) }
  return viewer.fictional ? 'staff' : { member: { paid: viewer.paid_user } }
}
