import { reasonOf } from './reason.ts'

/** Something the operator has to change, in one line or several: shown without a stack, exit code 1. */
export class UsageError extends Error {}

/** What `work` returns; ends the command where it throws. */
export function orFail<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    return fail(error)
  }
}

/** Ends a command that cannot go on with what went wrong, without a stack. */
export function fail(error: unknown): never {
  console.error(reasonOf(error))
  process.exit(1)
}
