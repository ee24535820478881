import { MEMBER_FIELD } from '../../shared/forms/forms.ts'
import { useUser } from '../session/use-user.ts'

/** Says in a plain form which member it was rendered for, so that it isn't submitted as another member who has logged in since. */
export function MemberField() {
  const user = useUser()
  return user && <input type="hidden" name={MEMBER_FIELD} value={user.id} />
}
