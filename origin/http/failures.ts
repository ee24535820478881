import { isOutdatedPlan } from '../db/prepared-client.ts'

/** A transaction that lost a deadlock or a serialization conflict: run again, it succeeds. */
const CONFLICTS = new Set(['40P01', '40001'])

/** The database is away, starting, overloaded, or took too long. */
const UNAVAILABLE = new Set(
  [
    [...CONFLICTS],
    ['55P03', '57014', '53300', '53400', '57P01', '57P02', '57P03', '25006', '08000', '08001', '08003', '08004', '08006'],
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']
  ].flat()
)

/** What `pg` says without a code when a connection breaks, does not come about, or gives no answer in time. */
const BROKEN =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout|Cannot use a pool after)/

export function isConflict(error: unknown): boolean {
  return CONFLICTS.has(codeOf(error)) || isOutdatedPlan(error)
}

/** Is it the database that cannot answer, rather than a mistake of ours? */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (UNAVAILABLE.has(codeOf(error)) || BROKEN.test(error.message)) return true
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
