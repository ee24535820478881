import type { HideableField } from '../../shared/tenants/profile-fields.ts'
import type { MemberRow } from '../db/tables/members.ts'
import { accessOf, type ViewerScope } from './viewer-scope.ts'

/** May the viewer know a field of a member they may see: the site shows it, the member doesn't hide it, and the viewer isn't in a limited search? */
export function showsField(scope: ViewerScope, member: Pick<MemberRow, 'hidden_fields'>, field: HideableField): boolean {
  return accessOf(scope) === 'all' && scope.tenant.settings.visible_profile_fields.includes(field) && !member.hidden_fields.includes(field)
}
