import { KEPT_DAYS } from './retention.ts'

/** A deleted account can come back for this many days; then it is erased. */
export const REACTIVATION_DAYS = KEPT_DAYS.reactivation

/** The time until which an account deleted at `deletedAt` can come back. */
export function reactivationEnd(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + REACTIVATION_DAYS * 24 * 3600 * 1000)
}
