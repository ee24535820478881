import { MEMBER_FIELD } from '../../shared/forms/forms.ts'
import { useMember } from '../session/use-member.ts'

/** Says in a plain form whom it was made for: another member who is logged in by then does not do it in their name. */
export function MemberField() {
  const { user } = useMember()
  return user && <input type="hidden" name={MEMBER_FIELD} value={user.id} />
}
