import { visits } from '../../shared/api/visits.ts'
import { trackingOf } from '../../shared/tenants/tracking.ts'
import { implement } from '../http/handler.ts'
import { announce } from '../events/announce.ts'
import { lockMembers } from '../members/lock-members.ts'
import { seeMember } from '../members/presence.ts'
import { listVisits } from './list-visits.ts'
import { countBounce, updateVisitsSeen } from './store.ts'
import { visitMember } from './visit-member.ts'

export const handlers = implement(visits, {
  /** The member has seen a profile. For oneself, and for anyone not visible to the member, it is `not_found` like every call about a member. */
  visitMember: async (context) => {
    await visitMember(context, context.body.id)
    return {}
  },

  listVisits,

  /** The member has seen who opened their profile; notifies their other tabs. */
  seeVisits: async (context) => {
    const { db, viewer } = context
    await lockMembers(db, [viewer.id])
    if (await updateVisitsSeen(db, viewer.id)) await announce(context, [{ to: viewer.id, type: 'visits_seen', data: {} }])
    return {}
  },

  /** Does nothing: every call that isn't polled already stores that the member is here (origin/http/caller.ts). */
  stayPresent: async () => ({}),

  /** The page was hidden: the logged-in member was here until now. */
  pageHidden: async ({ db, viewer, now }) => {
    if (viewer) await seeMember(db, viewer.id, now)
    return {}
  },

  /** Counts a visitor who left at once, if their link had an `lb`. No cookie is read for it, and nothing about the visitor is stored. */
  pageBounce: async ({ db, tenant, query, now }) => {
    const tracking = trackingOf(new URLSearchParams(query))
    if (tracking?.lb !== undefined)
      await countBounce(db, {
        tenant: tenant.settings.id,
        day: now.toISOString().slice(0, 10),
        network: tracking.network ?? '',
        lb: tracking.lb
      })
    return {}
  }
})
