import { isOutdatedPlan } from '../db/client.ts'

/** A transaction that lost a deadlock or a serialization conflict: run again, it succeeds. */
const CONFLICTS = new Set(['40P01', '40001'])

const LOCK_TIMEOUT = '55P03'

/**
 * Classes of SQLSTATE by which PostgreSQL says that it is unavailable, whatever the query: 08 no connection, 53 short of disk, memory or connections,
 * 57 stopped by its operator or a time limit, 58 its own system failed. Plus one state each from two other classes: a lock timeout, and a read-only
 * server.
 */
const UNAVAILABLE_CLASSES = new Set(['08', '53', '57', '58'])
const UNAVAILABLE = new Set(
  [
    [...CONFLICTS],
    [LOCK_TIMEOUT, '25006'],
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
    ['ENOSPC', 'EDQUOT']
  ].flat()
)
const SQLSTATE = /^[0-9][0-9A-Z]{4}$/

/** What `pg` says, without a code, when a connection breaks, can't be opened, or times out. */
const BROKEN =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client (?:has encountered a connection error|was closed)|Query read timeout|Cannot use a pool after)/

/** A row that a statement refers to was deleted since the transaction saw it. */
const REFERS_TO_NOTHING = '23503'

/** Did a transaction lose against another one? Run again, it sees what the other has done. */
export function isConflict(error: unknown): boolean {
  return CONFLICTS.has(codeOf(error)) || codeOf(error) === REFERS_TO_NOTHING || isOutdatedPlan(error)
}

/** Did a transaction wait for others too long, or lose against them too often? The database itself is well. */
export function isContended(error: unknown): boolean {
  return isConflict(error) || codeOf(error) === LOCK_TIMEOUT
}

/** Is the database unavailable, rather than a bug of ours? */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  if (UNAVAILABLE.has(code) || BROKEN.test(error.message)) return true
  if (SQLSTATE.test(code) && UNAVAILABLE_CLASSES.has(code.slice(0, 2))) return true
  if (error instanceof AggregateError && error.errors.some(isUnavailable)) return true
  return error.cause !== undefined && isUnavailable(error.cause)
}

/** A unique constraint was violated: two requests inserted the same thing at the same moment. */
export function isDuplicate(error: unknown): boolean {
  return codeOf(error) === '23505'
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : ''
}
