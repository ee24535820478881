import { search } from '../../shared/api/search.ts'
import { PAGE_SIZE } from '../../shared/rules/page-size.ts'
import { dayIn } from '../../shared/rules/age.ts'
import { birthRange } from '../../shared/rules/birth-range.ts'
import { searchedAges } from '../../shared/rules/searched-ages.ts'
import { implement } from '../http/handler.ts'
import { accessOf } from '../members/viewer-scope.ts'
import { cardPresenter } from '../members/present-card.ts'
import { selectCards } from '../members/store.ts'
import { findSimilar } from './find-similar.ts'
import { findSignupMatches } from './signup-matches.ts'
import { countFound, EXACT_TOTAL, selectFound, type Criteria } from './store.ts'

/** With fewer results than this, the first page also suggests members outside the filters. */
const FEW = 5

export const handlers = implement(search, {
  /** The member search. Visitors see only the first page of a limited search, and nothing of a closed one. */
  searchMembers: async (context) => {
    const { query, tenant, now } = context
    const page = query.page ?? 1
    const access = accessOf(context)
    if (access === 'none') return { members: [], total: 0, total_exact: true, page, pages: 0, similar: [], access }

    const today = dayIn(tenant.settings.time_zone, now)
    const ages = searchedAges({ min: query.min_age, max: query.max_age }, tenant.settings.min_age)
    const criteria: Criteria = {
      gender: query.gender,
      // A region's code begins with its country's.
      country: query.country ?? query.countryregion?.slice(0, 2),
      region: query.countryregion,
      born: ages ? birthRange(today, ages.min, ages.max) : undefined
    }
    const total = await countFound(context, criteria)
    const counted = Math.min(total, EXACT_TOTAL)
    const pages = access === 'limited' ? Math.min(1, counted) : Math.ceil(counted / PAGE_SIZE)
    const ids = page > pages ? [] : await selectFound(context, criteria, { offset: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE })
    const search = { criteria, ages, today }
    const similar = page === 1 && total < FEW ? await findSimilar(context, search, { without: ids, limit: PAGE_SIZE }) : []

    context.count([...ids, ...similar])
    const cards = await selectCards(context, [...ids, ...similar])
    const present = cardPresenter(context)
    const inOrder = (some: number[]) => some.flatMap((id) => cards.get(id) ?? []).map(present)
    return { members: inOrder(ids), total: counted, total_exact: total <= EXACT_TOTAL, page, pages, similar: inOrder(similar), access }
  },

  getSignupMatches: async (context) => {
    const interest = context.viewer.signup_interest_id
    const found = await findSignupMatches(context)
    const shown = [...found, ...(interest === null ? [] : [interest])]
    context.count(shown)
    const cards = await selectCards(context, shown)
    const present = cardPresenter(context)
    const named = interest === null ? undefined : cards.get(interest)
    return {
      interest: named ? present(named) : null,
      members: found.flatMap((id) => (id === interest ? [] : (cards.get(id) ?? []))).map(present)
    }
  }
})
