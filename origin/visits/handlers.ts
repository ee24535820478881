import { visits } from '../../shared/api/visits.ts'
import { trackingOf } from '../../shared/tenants/visit.ts'
import { implement } from '../http/handler.ts'
import { seeLike } from '../likes/see-like.ts'
import { seeMember } from '../members/presence.ts'
import { findVisibleMember } from '../members/visible-member.ts'
import { countBounce } from './store.ts'

export const handlers = implement(visits, {
  /** The member has seen a profile. For oneself, and for anyone not visible to the member, it is `not_found` like every call about a member. */
  visitMember: async (context) => {
    const { id } = await findVisibleMember(context, context.body.id)
    await seeLike(context, id)
    return {}
  },

  /** The page was hidden: the logged-in member was here until now. */
  pageHidden: async ({ db, viewer, now }) => {
    if (viewer) await seeMember(db, viewer.id, now)
    return {}
  },

  /** Counts a visit that left at once. Only visits with `lb` are counted, and nothing about the visitor is stored. */
  pageBounce: async ({ db, tenant, facts, now }) => {
    const visit = trackingOf(new URLSearchParams(facts.visit))
    if (visit?.lb !== undefined)
      await countBounce(db, {
        tenant: tenant.settings.id,
        day: now.toISOString().slice(0, 10),
        network: visit.network ?? '',
        lb: visit.lb
      })
    return {}
  }
})
