import { userInfo } from 'node:os'

/** Who runs a command, for its log, unless they say so themselves. A container may run as a user without a name. */
export function authorName(): string {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`
  }
}
