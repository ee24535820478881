/** What became of a fact: it took effect, never will (for this reason), or waits for the payment. */
export type Effect = { is: 'applied' } | { is: 'ignored'; why: string } | { is: 'parked' }

export const APPLIED: Effect = { is: 'applied' }
export const PARKED: Effect = { is: 'parked' }
export const ignored = (why: string): Effect => ({ is: 'ignored', why })
export const effectOf = (why: string | null): Effect => (why === null ? APPLIED : ignored(why))
