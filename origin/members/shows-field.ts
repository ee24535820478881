import type { HideableField } from '../../shared/tenants/profile-fields.ts'
import type { MemberRow } from '../db/tables/members.ts'
import { seesProfiles, type ViewerScope } from './viewer-scope.ts'

/** May the viewer know a field of a member they may see: the site shows it, the member doesn't hide it, and the viewer sees profiles? */
export function showsField(scope: ViewerScope, member: Pick<MemberRow, 'hidden_fields'>, field: HideableField): boolean {
  return seesProfiles(scope) && scope.tenant.settings.visible_profile_fields.includes(field) && !member.hidden_fields.includes(field)
}
