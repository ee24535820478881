import type { Transaction } from '../api/payments.ts'

/** The order that "repeat" is about: the last one that was paid; null if there is none. */
export function lastOrderIn(transactions: readonly Transaction[]): Transaction | null {
  return transactions.find(({ status }) => status === 'completed') ?? null
}
