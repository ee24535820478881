import { messageOf } from './message-of.ts'

/** Something the operator has to change, in one line or several: shown without a stack, exit code 1. */
export class UsageError extends Error {}

/** Returns the result of `work`; ends the command if it throws. */
export function orFail<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    return fail(error)
  }
}

/** Ends a command that can't continue, with the error message but without a stack. */
export function fail(error: unknown): never {
  console.error(messageOf(error))
  process.exit(1)
}
