import { appeals } from '../../shared/api/appeals.ts'
import { implement, type Db } from '../http/handler.ts'
import { fileAppeal } from './file-appeal.ts'
import { appealableSince, presentStanding } from './present-standing.ts'
import { findCurrent, selectNotices, type Decision } from '../moderation/store.ts'
import { refundedByBan, worthOfUnused } from '../withdrawals/refund-unused.ts'

/** A ban gave back what was unused; a suspended member gets it by withdrawing or, later too, by deleting the account. */
async function moneyOf(db: Db, { measure, member_id: member, decided_at: at }: Decision) {
  if (measure === 'ban') return { refunded: await refundedByBan(db, member, at), unused: [] }
  return { refunded: [], unused: await worthOfUnused(db, member) }
}

export const handlers = implement(appeals, {
  /** Mails reach only confirmed addresses; this page shows every member what was decided about them. */
  getStanding: async ({ db, viewer, now }) => {
    if (!viewer) return { decision: null, notices: [] }
    const decision = await findCurrent(db, viewer.id)
    const notices = await selectNotices(db, viewer.id, appealableSince(now))
    return {
      decision: decision ? presentStanding(decision, await moneyOf(db, decision)) : null,
      notices: notices.map(({ reference, measure, rule, reasons, decided_at: decided }) => ({
        reference,
        measure,
        rule,
        reasons,
        decided_at: decided.toISOString()
      }))
    }
  },

  appeal: async (context) => ({ due_at: (await fileAppeal(context)).toISOString() })
})
