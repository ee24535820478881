import type { Offering } from '../routes/match.ts'
import { sells } from '../rules/prices.ts'
import type { Tenant } from './schema.ts'

/** Has the brand closed for good? */
export function isGone({ status }: Pick<Tenant, 'status'>): boolean {
  return status === 'gone'
}

/** Has the brand closed for a while? News about it waits. */
export function isPaused({ status }: Pick<Tenant, 'status'>): boolean {
  return status === 'paused'
}

/** Has the brand closed, for good or for a while? Only what has `whileClosed` is open then: members' rights don't wait for a brand to come back. */
export function isClosed(settings: Pick<Tenant, 'status'>): boolean {
  return isGone(settings) || isPaused(settings)
}

/** May other brands show the same members? */
export const sharesMembers = ({ pool }: Pick<Tenant, 'pool'>) => pool !== undefined

/** The facts that decide which pages the brand has. */
export function offeringOf(settings: Pick<Tenant, 'status' | 'payment_provider'>): Offering {
  return { sells: sells(settings), closed: isClosed(settings) }
}

/** Are profiles made by the company shown to someone from, and in, these countries? Texts go by where the reader is. */
export function showsFictional(
  { fictional_profiles: has, fictional_excluded_countries: excluded }: Pick<Tenant, 'fictional_profiles' | 'fictional_excluded_countries'>,
  countries: readonly string[]
): boolean {
  return has && !countries.some((country) => excluded.includes(country))
}
