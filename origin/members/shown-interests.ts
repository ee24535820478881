import { isIntimate } from '../../shared/tenants/interests.ts'
import type { MemberRow } from '../db/tables/members.ts'
import { showsField } from './shows-field.ts'
import type { MemberScope, ViewerScope } from './viewer-scope.ts'

/**
 * The interests of a member that the viewer may know: those that the site and the member show. Intimate ones are never shown to visitors, and to
 * members only as far as their owner chose.
 * @param match both like each other
 */
export function shownInterests(
  scope: ViewerScope,
  member: Pick<MemberRow, 'interests' | 'hidden_fields' | 'intimate_shown_to'>,
  match: boolean
): string[] {
  if (!showsField(scope, member, 'interests')) return []
  const { intimate_shown_to: audience } = member
  const intimate = scope.viewer !== null && (audience === 'members' || (audience === 'matches' && match))
  return intimate ? member.interests : member.interests.filter((interest) => !isIntimate(interest))
}

/** Those of them that the viewer has too, in the viewer's order. */
export function sharedInterests(scope: MemberScope, ...shown: [Parameters<typeof shownInterests>[1], boolean]): string[] {
  const theirs = shownInterests(scope, ...shown)
  return scope.viewer.interests.filter((interest) => theirs.includes(interest))
}
