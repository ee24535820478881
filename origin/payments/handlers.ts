import { payments } from '../../shared/api/payments.ts'
import { selectDebts } from '../credits/debts.ts'
import { implement, type MemberContext } from '../http/handler.ts'
import { notFound } from '../http/http-error.ts'
import { createPayment } from './create-payment.ts'
import { unlessUnavailable } from './open-provider.ts'
import { presentPayment, presentTransaction } from './present-payment.ts'
import { presentSavedMethods } from './saved-methods.ts'
import { removeCard } from './stored-cards.ts'
import { findOrderOf, selectLastCompleted, selectOrders } from './order-store.ts'
import { takeFacts } from './take-facts.ts'

/** Orders per page. */
const PAGE = 20

const siteOf = ({ viewer, tenant }: Pick<MemberContext<'getPayment'>, 'viewer' | 'tenant'>) => ({
  member: viewer.id,
  tenant: tenant.settings.id
})

export const handlers = implement(payments, {
  createPayment: { prepare: createPayment, calls: true },

  cancelPayment: {
    calls: true,
    async prepare(context) {
      const { db, deps, tenant, body } = context
      const order = await findOrderOf(db, siteOf(context), body.id)
      if (!order) throw notFound()
      const from = { provider: order.provider, tenant: order.tenant }
      const provider = order.settled_at === null ? await deps.payments.open(order.provider, order.tenant) : null
      const payment = order.provider_payment_id
      const facts = provider && payment !== null ? await unlessUnavailable(provider.cancel(payment)) : []
      return async (unit) => {
        await takeFacts(unit, from, facts)
        return await presentPayment(unit.db, tenant, (await findOrderOf(unit.db, siteOf(context), body.id))!, unit.now)
      }
    }
  },

  getPayment: async (context) => {
    const order = await findOrderOf(context.db, siteOf(context), context.query.id)
    if (!order) throw notFound()
    return await presentPayment(context.db, context.tenant, order, context.now)
  },

  listTransactions: async (context) => {
    const { page = 1 } = context.query
    const [db, site] = [context.db, siteOf(context)]
    const { orders, total } = await selectOrders(db, site, { offset: (page - 1) * PAGE, limit: PAGE })
    const last = await selectLastCompleted(db, site)
    return {
      transactions: orders.map(presentTransaction),
      total,
      page,
      pages: Math.max(1, Math.ceil(total / PAGE)),
      last_completed: last ? presentTransaction(last) : null,
      debts: await selectDebts(db, context.viewer.id)
    }
  },

  getSavedMethods: async (context) => await presentSavedMethods(context.db, context.deps, siteOf(context)),

  removeStoredCard: async (context) => {
    await removeCard(context, siteOf(context), context.body.id)
    return {}
  },

  takePaymentWebhook: {
    calls: true,
    async prepare({ deps, tenant, query, body }) {
      const name = query.provider
      const provider = await deps.payments.open(name, tenant.settings.id)
      if (!provider) throw notFound()
      const call = { body: body.text, contentType: body.content_type, signature: body.signature }
      const facts = await unlessUnavailable(provider.readWebhook(call))
      return async (unit) => {
        await takeFacts(unit, { provider: name, tenant: tenant.settings.id }, facts)
        return {}
      }
    }
  }
})
