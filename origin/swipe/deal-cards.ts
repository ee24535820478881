import type { SwipeCard } from '../../shared/api/swipe.ts'
import type { Gender } from '../../shared/api/values.ts'
import { ageOn } from '../../shared/rules/age.ts'
import { dayIn } from '../../shared/rules/day.ts'
import { birthRange } from '../../shared/rules/birth-range.ts'
import { cardPresenter } from '../members/present-card.ts'
import { sharedInterests } from '../members/shown-interests.ts'
import { selectCards } from '../members/store.ts'
import type { MemberScope } from '../members/viewer-scope.ts'
import { selectCandidates, selectTraits } from '../search/candidates.ts'

/** How many cards are dealt at a time. */
const DEAL = 12
/** Maximum age difference in either direction, in years. */
const YEARS = 12

/** The next members for the game, by row number: each of the two is of the gender the other looks for, they are of about the same age, the nearest first. */
export async function findDeck(scope: MemberScope): Promise<number[]> {
  const { viewer, tenant, now } = scope
  const today = dayIn(tenant.settings.time_zone, now)
  const age = ageOn(viewer.date_of_birth, today)
  const born = birthRange(today, Math.max(tenant.settings.min_age, age - YEARS), age + YEARS)
  // The column contains only what the contract allows.
  return await selectCandidates(scope, { genders: viewer.looking_for as Gender[], born, country: null, region: null }, DEAL)
}

/** The cards of these members in this order, without those whom the viewer may no longer see. */
export async function presentDeck(scope: MemberScope, ids: readonly number[]): Promise<SwipeCard[]> {
  const cards = await selectCards(scope, ids)
  const traits = await selectTraits(scope.db, ids)
  const present = cardPresenter(scope)
  const shared = (id: number) => {
    const trait = traits.get(id)
    // None of them is a match, since the viewer likes none.
    return trait ? sharedInterests(scope, trait, false) : []
  }
  return ids.flatMap((id) => cards.get(id) ?? []).map((card) => ({ ...present(card), shared_interests: shared(card.id) }))
}
