import { matchFinder } from '../../shared/api/match-finder.ts'
import { implement } from '../http/handler.ts'
import { answerMatchFinder, proposedAnswers } from './answer.ts'
import { findMatches } from './find-matches.ts'
import { deleteAnswers, selectAnswers } from './store.ts'

export const handlers = implement(matchFinder, {
  findMatches: async (context) => {
    const kept = await selectAnswers(context.db, context.viewer.id)
    if (!kept) return { answers: proposedAnswers(context), answered_at: null, members: [] }
    const { answered_at, ...answers } = kept
    return { answers, answered_at: answered_at.toISOString(), members: await findMatches(context, answers) }
  },

  answerMatchFinder: async (context) => {
    await answerMatchFinder(context)
    return {}
  },

  forgetMatchAnswers: async ({ db, viewer }) => {
    await deleteAnswers(db, viewer.id)
    return {}
  }
})
