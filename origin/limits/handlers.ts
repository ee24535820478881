import { limits } from '../../shared/api/limits.ts'
import { changeLimits, isLimited, pauseUntil, type LimitsState, type SpendingLimits } from '../../shared/rules/spending-limits.ts'
import { currencyIn, paymentCountry } from '../../shared/rules/prices.ts'
import { announce } from '../events/announce.ts'
import { implement, type MemberContext } from '../http/handler.ts'
import { lockMembers } from '../members/lock-members.ts'
import { spentNow } from './refuse-beyond-limits.ts'
import { findLimits, storeLimits, type OwnLimits } from './store.ts'

export const handlers = implement(limits, {
  getLimits: async (context) => await present(context, await ownLimits(context)),

  setLimits: async (context) => {
    const { db, viewer, body, now } = context
    await lockMembers(db, [viewer.id])
    const before = await ownLimits(context)
    const after = {
      ...(body.limits ? changeLimits(before, body.limits, now) : before),
      pausedUntil: body.pause ? pauseUntil(body.pause, now, before.pausedUntil) : before.pausedUntil
    }
    await storeLimits(db, viewer.id, after)
    await announce(context, [{ to: viewer.id, type: 'limits_changed', data: {} }])
    return await present(context, after)
  }
})

type Scope = Pick<MemberContext<'getLimits'>, 'db' | 'viewer' | 'tenant' | 'facts' | 'now'>

async function ownLimits({ db, viewer, tenant: { settings }, facts, now }: Scope): Promise<OwnLimits> {
  const stored = await findLimits(db, viewer.id, now)
  if (stored && (isLimited(stored.limits) || stored.next)) return stored
  const currency = currencyIn(settings, paymentCountry(settings, facts.selectedCountry, facts.country))
  return { limits: { currency, day: null, month: null }, next: null, pausedUntil: stored?.pausedUntil ?? null }
}

async function present({ db, viewer, tenant, now }: Scope, { limits, next, pausedUntil }: LimitsState & OwnLimits) {
  const plain = ({ currency, day, month }: SpendingLimits) => ({ currency, day, month })
  return {
    limits: plain(limits),
    next: next && { limits: plain(next.limits), at: next.at.toISOString() },
    spent: await spentNow(db, { member: viewer.id, currency: limits.currency, tenant: tenant.settings, now }),
    paused_until: pausedUntil?.toISOString() ?? null
  }
}
