import { discounts } from '../../shared/api/discounts.ts'
import { currencyIn, paymentCountry } from '../../shared/rules/prices.ts'
import { implement } from '../http/handler.ts'
import { presentCode } from './present-code.ts'
import { lookUpCode, welcomeCode } from './look-up.ts'

export const handlers = implement(discounts, {
  getDiscountCode: async (context) => {
    const { db, viewer, tenant, query, facts, now } = context
    const { code, order, country = paymentCountry(tenant.settings, facts.selectedCountry, facts.country), currency, method } = query
    const buying = { member: viewer, tenant, country, currency: currency ?? currencyIn(tenant.settings, country), method, code, now }
    const { row, refusal } = await lookUpCode(db, buying, order)
    return { discount: row && presentCode(row, buying, viewer), refusal }
  },

  getWelcomeCode: async ({ db, viewer, tenant, facts, now }) => {
    const country = paymentCountry(tenant.settings, facts.selectedCountry, facts.country)
    const buying = { member: viewer, tenant, country, currency: currencyIn(tenant.settings, country), now }
    const row = await welcomeCode(db, buying)
    return { discount: row && presentCode(row, buying, viewer) }
  },

  seeTimeBonus: async ({ db, viewer, now }) => {
    await db.updateTable('members').set({ bonus_popup_at: now }).where('id', '=', viewer.id).where('bonus_popup_at', 'is', null).execute()
    return {}
  }
})
