import { appeals } from '../../shared/api/appeals.ts'
import { implement } from '../http/handler.ts'
import { fileAppeal } from './file-appeal.ts'
import { presentStanding } from './present-standing.ts'
import { findCurrent } from '../moderation/store.ts'

export const handlers = implement(appeals, {
  getStanding: async ({ db, viewer }) => {
    const decision = viewer && (await findCurrent(db, viewer.id))
    return { decision: decision ? presentStanding(decision) : null }
  },

  appeal: async (context) => ({ due_at: (await fileAppeal(context)).toISOString() })
})
