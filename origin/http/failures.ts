import { isOutdatedPlan } from '../db/prepared-client.ts'

/** A transaction that lost a deadlock or a serialization conflict: run again, it succeeds. */
const CONFLICTS = new Set(['40P01', '40001'])

/**
 * Classes of SQLSTATE by which PostgreSQL says that it cannot now, whatever was asked: 08 no connection, 53 short of disk, memory
 * or connections, 57 stopped by its operator or a time limit, 58 its own system failed. One state of another class each: a row stays
 * locked, and a server that only reads.
 */
const UNAVAILABLE_CLASSES = new Set(['08', '53', '57', '58'])
const UNAVAILABLE = new Set(
  [
    [...CONFLICTS],
    ['55P03', '25006'],
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
    ['ENOSPC', 'EDQUOT']
  ].flat()
)
const SQLSTATE = /^[0-9][0-9A-Z]{4}$/

/** What `pg` says without a code when a connection breaks, does not come about, or gives no answer in time. */
const BROKEN =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout|Cannot use a pool after)/

export function isConflict(error: unknown): boolean {
  return CONFLICTS.has(codeOf(error)) || isOutdatedPlan(error)
}

/** Is it the database that cannot answer, rather than a mistake of ours? */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  if (UNAVAILABLE.has(code) || BROKEN.test(error.message)) return true
  if (SQLSTATE.test(code) && UNAVAILABLE_CLASSES.has(code.slice(0, 2))) return true
  if (error instanceof AggregateError && error.errors.some(isUnavailable)) return true
  return error.cause !== undefined && isUnavailable(error.cause)
}

/** Something that may be there once only came twice at the same moment. */
export function isDuplicate(error: unknown): boolean {
  return codeOf(error) === '23505'
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : ''
}
