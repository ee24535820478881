import { search } from '../../shared/api/search.ts'
import { EXACT_TOTAL } from '../../shared/rules/exact-total.ts'
import { PAGE_SIZE } from '../../shared/rules/page-size.ts'
import { showsFictional } from '../../shared/tenants/offering.ts'
import { lockMember } from '../accounts/store.ts'
import { announce } from '../events/announce.ts'
import { implement } from '../http/handler.ts'
import { accessOf } from '../members/viewer-scope.ts'
import { cardPresenter } from '../members/present-card.ts'
import { selectCards } from '../members/store.ts'
import { criteriaOf } from './criteria.ts'
import { openPosition, sealPosition } from './cursor.ts'
import { findSimilar } from './find-similar.ts'
import { findSignupMatches } from './signup-matches.ts'
import { foundPresenter } from './present-found.ts'
import { searchOfMember } from './search-of-member.ts'
import { countFound } from './count-found.ts'
import { selectFoundCards, storeSearch } from './store.ts'

/** With fewer results than this, the first page also suggests members outside the filters. */
const FEW = 5

export const handlers = implement(search, {
  /** The member search. Visitors see only the first page of a limited search, and nothing of a closed one. */
  searchMembers: async (context) => {
    const { page = 1, after: sealed, ...filters } = context.query
    const access = accessOf(context)
    if (access === 'none') return { members: [], total: 0, total_exact: true, page, pages: 0, next: null, similar: [], access }

    const after = sealed === undefined ? undefined : openPosition(context, sealed)
    const search = criteriaOf(context, filters)
    const { count: total, exact, few } = await countFound(context, search.criteria)
    const pages = access === 'limited' ? Math.min(1, total) : Math.ceil(Math.min(total, EXACT_TOTAL) / PAGE_SIZE)
    const place = after ? { after } : { offset: (page - 1) * PAGE_SIZE }
    const found = page > pages ? [] : await selectFoundCards(context, search.criteria, { ...place, limit: PAGE_SIZE, few })
    const ids = found.map(({ id }) => id)
    const similar = page === 1 && total < FEW ? await findSimilar(context, search, { without: ids, limit: PAGE_SIZE }) : []

    context.count([...found, ...similar].map(({ id }) => id))
    const present = foundPresenter(context)
    const last = found.at(-1)
    return {
      members: found.map(present),
      total,
      total_exact: exact,
      page,
      pages,
      next: last && page < pages ? sealPosition(context, last) : null,
      similar: similar.map(present),
      access
    }
  },

  /** For the button of the filters: it shows no members, so it doesn't use up the budget of cards. */
  countMembers: async (context) => {
    const { count, exact } = await countFound(context, criteriaOf(context, context.query).criteria)
    return { total: count, total_exact: exact }
  },

  /** Stores what the member searches for and notifies their other tabs and devices. */
  rememberSearch: async (context) => {
    const { db, viewer, tenant, body, facts } = context
    await lockMember(db, viewer.id)
    const member = await storeSearch(db, viewer.id, body.filters, { asksFictional: showsFictional(tenant.settings, [facts.country]) })
    await announce(context, [{ to: viewer.id, type: 'account_changed', data: {} }])
    return { search: searchOfMember(context, member) }
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
