import { sql, type RawBuilder } from 'kysely'
import { statusesThatMay, type Permission } from '../../shared/rules/account-state.ts'
import { REACTIVATION_DAYS } from '../../shared/rules/reactivation.ts'

/**
 * SQL condition on a row of `members`: `accountMay`. The states are literals in the SQL text, so that it matches the partial indexes of the search.
 */
export function whoMay(permission: Permission): RawBuilder<boolean> {
  const statuses = statusesThatMay(permission).map((status) => sql.lit(status))
  return statuses.length === 1 ? sql`members.status = ${statuses[0]}` : sql`members.status in (${sql.join(statuses)})`
}

/** SQL condition on a row of `members`: a deleted account that can still come back, as `canReturn` says. */
export function canReturnSince(now: Date): RawBuilder<boolean> {
  return sql`(${whoMay('return')} and members.deleted_at > ${returnableSince(now)})`
}

/** Accounts deleted at this time or before can't be restored any more. */
export function returnableSince(now: Date): Date {
  return new Date(now.getTime() - REACTIVATION_DAYS * 24 * 3600 * 1000)
}

/** SQL condition on a row of `members`: not the empty row of an erased member. */
export const NOT_ERASED: RawBuilder<boolean> = sql`(not ${whoMay('return')} or members.deleted_at is not null)`
