import type { Credits } from '../../shared/api/credits.ts'

/** What a member in Great Britain can buy. */
export const CREDITS: Credits = {
  country: 'GB',
  countries: ['GB'],
  currency: 'GBP',
  methods: [{ id: 'card' }, { id: 'paypal' }],
  bundles: [
    { id: '20', credits: 20, price: 895, discounted: null, code: null, per_credit: 45, per_message: 90 },
    { id: '50', credits: 50, price: 1795, discounted: null, code: null, per_credit: 36, per_message: 72 }
  ],
  discount: null,
  refusal: null,
  minimum: null,
  descriptor: 'QUAY STREET LTD',
  stored_card: null,
  mandate: null,
  repeatable: false
}
