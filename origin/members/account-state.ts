import { sql, type RawBuilder } from 'kysely'
import { statusesThatMay, type Permission } from '../../shared/rules/account-state.ts'
import { REACTIVATION_DAYS } from '../../shared/rules/reactivation.ts'

/**
 * SQL condition on a row of `members`: `accountMay`. The states are literals in the SQL text, so that it matches the partial indexes of the search.
 */
export function whoMay(permission: Permission): RawBuilder<boolean> {
  return isOneOf(sql`members.status`, permission)
}

/** SQL condition on any row: the same for one member, by row number, as they are now and not when their request was let in. */
export function stillMay(member: number, permission: Permission): RawBuilder<boolean> {
  return sql<boolean>`exists (select from members where members.id = ${member} and ${whoMay(permission)})`
}

/** The same for the state in which a deleted account would come back. */
export function whoWouldMay(permission: Permission): RawBuilder<boolean> {
  return isOneOf(sql`coalesce(members.deleted_status, members.status)`, permission)
}

function isOneOf(status: RawBuilder<unknown>, permission: Permission): RawBuilder<boolean> {
  const statuses = statusesThatMay(permission).map((one) => sql.lit(one))
  return statuses.length === 1 ? sql`${status} = ${statuses[0]}` : sql`${status} in (${sql.join(statuses)})`
}

/** SQL condition on a row of `members`: a deleted account that can still come back, as `canReturn` says. */
export function canReturnSince(now: Date): RawBuilder<boolean> {
  return sql`(${whoMay('return')} and members.deleted_at > ${returnableSince(now)})`
}

/** Accounts deleted at or before this time can't be restored any more. */
export function returnableSince(now: Date): Date {
  return new Date(now.getTime() - REACTIVATION_DAYS * 24 * 3600 * 1000)
}

/** SQL condition on a row of `members`: not the empty row of an erased member. */
export const NOT_ERASED: RawBuilder<boolean> = sql`(not ${whoMay('return')} or members.deleted_at is not null)`
