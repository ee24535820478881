import type { FoundCard } from '../../shared/api/search.ts'
import { isNewcomer } from '../../shared/rules/newcomers.ts'
import { cardPresenter } from '../members/present-card.ts'
import { sharedInterests } from '../members/shown-interests.ts'
import type { MemberScope, ViewerScope } from '../members/viewer-scope.ts'
import type { FoundRow } from './store.ts'

/** Makes the cards of a search. For a member each says whether it is a match or a newcomer, and has the first interest that both have. */
export function foundPresenter(scope: ViewerScope): (row: FoundRow) => FoundCard {
  const card = cardPresenter(scope)
  const present = scope.viewer ? (row: FoundRow) => ({ ...card(row), ...tagsOf(row, scope.now) }) : card
  if (!canShare(scope)) return present
  return (row) => {
    // What is for matches alone stays on the profile, where it is known who they are.
    const [interest] = sharedInterests(scope, row, false)
    return interest === undefined ? present(row) : { ...present(row), shared_interest: interest }
  }
}

function tagsOf({ match, fictional, signup_date }: FoundRow, now: Date): Pick<FoundCard, 'match' | 'newcomer'> {
  const newcomer = !fictional && isNewcomer(signup_date, now)
  return { ...(match ? { match } : {}), ...(newcomer ? { newcomer } : {}) }
}

const canShare = (scope: ViewerScope): scope is MemberScope =>
  scope.viewer !== null && scope.viewer.interests.length > 0 && scope.tenant.settings.visible_profile_fields.includes('interests')
