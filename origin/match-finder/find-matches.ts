import type { FoundMatch, MatchAnswers } from '../../shared/api/match-finder.ts'
import { OLDEST } from '../../shared/rules/age.ts'
import { dayIn } from '../../shared/rules/day.ts'
import { birthRange } from '../../shared/rules/birth-range.ts'
import { byMatch, matchReasons, type Seen } from '../../shared/rules/match-reasons.ts'
import { searchedAges } from '../../shared/rules/searched-ages.ts'
import { cardPresenter } from '../members/present-card.ts'
import { shownInterests } from '../members/shown-interests.ts'
import { showsField } from '../members/shows-field.ts'
import { selectCards } from '../members/store.ts'
import type { MemberScope } from '../members/viewer-scope.ts'
import { selectCandidates, selectTraits, type Traits } from '../search/candidates.ts'

/** How many members are compared: those who fit, the nearest and most recently active first. */
const COMPARED = 300
/** How many are shown. */
const SHOWN = 24

/** Members who fit the answers, the best first, with the reasons. */
export async function findMatches(
  scope: MemberScope & { count(things: readonly number[]): void },
  answers: MatchAnswers
): Promise<FoundMatch[]> {
  const { tenant, viewer, now } = scope
  const today = dayIn(tenant.settings.time_zone, now)
  const ages = searchedAges({ min: answers.min_age, max: answers.max_age }, tenant.settings.min_age) ?? { min: 18, max: OLDEST }
  const born = birthRange(today, ages.min, ages.max)
  const { genders, country, region } = answers
  const ids = await selectCandidates(scope, { genders, born, country, region }, COMPARED)
  const traits = await selectTraits(scope.db, ids)
  const asked = { ...answers, gender: viewer.gender, country: viewer.country, region: viewer.region }
  const fitting = ids.flatMap((id) => {
    const trait = traits.get(id)
    return trait ? [{ id, reasons: matchReasons(asked, seenOf(scope, trait)) }] : []
  })
  const best = byMatch(fitting).slice(0, SHOWN)
  scope.count(best.map(({ id }) => id))
  const cards = await selectCards(
    scope,
    best.map(({ id }) => id)
  )
  const present = cardPresenter(scope)
  return best.flatMap(({ id, reasons }) => {
    const card = cards.get(id)
    return card ? [{ ...present(card), reasons }] : []
  })
}

/** What the viewer may see of a member. */
function seenOf(scope: MemberScope, traits: Traits): Seen {
  return {
    // None of them is a match, since the viewer likes none.
    interests: shownInterests(scope, traits, false),
    reason: showsField(scope, traits, 'reason') ? traits.reason : null,
    country: traits.country,
    region: traits.region,
    looking_for: traits.looking_for
  }
}
