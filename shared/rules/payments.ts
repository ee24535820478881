/** States of an order. `loading`: being begun, or the member is at the provider's page; `pending`: the provider is working on it. */
export const PAYMENT_STATES = ['loading', 'pending', 'completed', 'failed', 'cancelled'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

const NEXT: Record<PaymentState, readonly PaymentState[]> = {
  loading: ['pending', 'completed', 'failed', 'cancelled'],
  pending: ['completed', 'failed', 'cancelled'],
  completed: [],
  failed: [],
  cancelled: []
}

/** May an order move from one state to another? The last three states are final, and what arrives late changes nothing. */
export function mayMove(from: PaymentState, to: PaymentState): boolean {
  return NEXT[from].includes(to)
}

/** Is this the last state of an order? Refunds and chargebacks are amounts beside it. */
export function isSettled(state: PaymentState): boolean {
  return NEXT[state].length === 0
}
