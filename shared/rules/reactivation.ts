import { KEPT_DAYS } from './retention.ts'

/** A deleted account can come back for so many days; then it is erased. */
export const REACTIVATION_DAYS = KEPT_DAYS.reactivation

/** When an account that was deleted at that time is past coming back. */
export function reactivationEnd(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + REACTIVATION_DAYS * 24 * 3600 * 1000)
}
