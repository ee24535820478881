import { directdebit } from '../../shared/api/directdebit.ts'
import { implement } from '../http/handler.ts'
import { notFound } from '../http/http-error.ts'
import { presentDirectDebit } from './present.ts'
import { revokeMandate, signMandate } from './sign-mandate.ts'
import { startMandate } from './start-mandate.ts'

export const handlers = implement(directdebit, {
  getDirectDebit: async (context) => {
    const state = await presentDirectDebit(context)
    // A mandate can still be seen and revoked after the brand stops offering direct debit.
    if (!state.offered && !state.mandate) throw notFound()
    return state
  },

  startDirectDebit: async (context) => {
    await startMandate(context)
    return await presentDirectDebit(context)
  },

  signDirectDebit: async (context) => {
    await signMandate(context)
    return await presentDirectDebit(context)
  },

  revokeDirectDebit: async (context) => {
    await revokeMandate(context)
    return await presentDirectDebit(context)
  }
})
