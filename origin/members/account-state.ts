import { sql, type RawBuilder } from 'kysely'
import { statusesThatMay, type Permission } from '../../shared/rules/account-state.ts'
import { REACTIVATION_DAYS } from '../../shared/rules/reactivation.ts'

/** SQL condition on a row of `members`: `accountMay`. The states stand in the text itself: indexes of the search are made for it. */
export function whoMay(permission: Permission): RawBuilder<boolean> {
  const statuses = statusesThatMay(permission).map((status) => sql.lit(status))
  return statuses.length === 1 ? sql`members.status = ${statuses[0]}` : sql`members.status in (${sql.join(statuses)})`
}

/** SQL condition on a row of `members`: a deleted account that can still come back, as `canReturn` says. */
export function canReturnSince(now: Date): RawBuilder<boolean> {
  return sql`(${whoMay('return')} and members.deleted_at > ${returnableSince(now)})`
}

/** Accounts deleted then or before are past coming back. */
export function returnableSince(now: Date): Date {
  return new Date(now.getTime() - REACTIVATION_DAYS * 24 * 3600 * 1000)
}

/** SQL condition on a row of `members`: not the empty row that stands for a member who was erased. */
export const NOT_ERASED: RawBuilder<boolean> = sql`(not ${whoMay('return')} or members.deleted_at is not null)`
