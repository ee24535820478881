import type { Offering } from '../routes/match.ts'
import { sells } from '../rules/prices.ts'
import type { Tenant } from './schema.ts'

/** Has the brand closed for good? Only what has `afterClosing` is still open there. */
export function hasClosed({ status }: Pick<Tenant, 'status'>): boolean {
  return status === 'gone'
}

/** Is the brand paused? News about it waits, and meanwhile only what has `afterClosing` is open. */
export function isPaused({ status }: Pick<Tenant, 'status'>): boolean {
  return status === 'paused'
}

/** Is only what has `afterClosing` open, for good or for a while? Members' rights don't wait for a brand to come back. */
export function isShut(settings: Pick<Tenant, 'status'>): boolean {
  return hasClosed(settings) || isPaused(settings)
}

/** May other brands show the same members? */
export const sharesMembers = ({ pool }: Pick<Tenant, 'pool'>) => pool !== undefined

/** The facts that decide which pages the brand has. */
export function offeringOf(settings: Pick<Tenant, 'status' | 'payment_provider'>): Offering {
  return { sells: sells(settings), closed: isShut(settings) }
}
