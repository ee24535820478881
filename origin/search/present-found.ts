import type { FoundCard } from '../../shared/api/search.ts'
import { isNewcomer } from '../../shared/rules/newcomers.ts'
import { cardPresenter } from '../members/present-card.ts'
import { sharedInterests } from '../members/shown-interests.ts'
import type { CardRow } from '../members/store.ts'
import type { MemberScope, ViewerScope } from '../members/viewer-scope.ts'
import { selectTraits } from './candidates.ts'

/**
 * Makes the cards of a search. For a member each says whether it is a match or a newcomer, and has the first interest that both have:
 * one statement more, for all of these ids together.
 */
export async function foundPresenter(scope: ViewerScope, ids: readonly number[]): Promise<(row: CardRow) => FoundCard> {
  const card = cardPresenter(scope)
  const present = scope.viewer ? (row: CardRow) => ({ ...card(row), ...tagsOf(row, scope.now) }) : card
  if (!canShare(scope)) return present
  const traits = await selectTraits(scope.db, ids)
  return (row) => {
    const trait = traits.get(row.id)
    // What is for matches alone stays on the profile, where it is known who they are.
    const [interest] = trait ? sharedInterests(scope, trait, false) : []
    return interest === undefined ? present(row) : { ...present(row), shared_interest: interest }
  }
}

function tagsOf({ match, fictional, signup_date }: CardRow, now: Date): Pick<FoundCard, 'match' | 'newcomer'> {
  const newcomer = !fictional && isNewcomer(signup_date, now)
  return { ...(match ? { match } : {}), ...(newcomer ? { newcomer } : {}) }
}

const canShare = (scope: ViewerScope): scope is MemberScope =>
  scope.viewer !== null && scope.viewer.interests.length > 0 && scope.tenant.settings.visible_profile_fields.includes('interests')
