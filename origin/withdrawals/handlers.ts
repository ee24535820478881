import { withdrawals } from '../../shared/api/withdrawals.ts'
import { implement } from '../http/handler.ts'
import { ownWithdrawable, withdraw } from './withdraw.ts'

export const handlers = implement(withdrawals, {
  listWithdrawable: async (context) => ({
    orders: (await ownWithdrawable(context)).map(({ order, credits, amount, until, timeZone }) => ({
      payment_id: order.public_id,
      reference: order.reference,
      paid_at: order.paid_at!.toISOString(),
      until: until.toISOString(),
      time_zone: timeZone,
      credits,
      amount,
      currency: order.currency
    }))
  }),

  withdraw: async (context) => {
    const { order, credits, amount } = await withdraw(context)
    return { credits, amount, currency: order.currency, at: context.now.toISOString() }
  }
})
