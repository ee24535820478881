import { userInfo } from 'node:os'

/** The name of the user who runs a command, for its log. In a container, the user may have no name. */
export function authorName(): string {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`
  }
}
