import { userInfo } from 'node:os'
import { UsageError } from './usage-error.ts'

/** The author of an act: the name given, otherwise that of the user who runs the command. In a container, the user may have no name. */
export function authorFrom(text: string | undefined): string {
  if (text?.trim()) return text.trim()
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`
  }
}

/** The reason of an act, which is kept with it. Throws if none is given. */
export function reasonFrom(text: string | undefined): string {
  if (!text?.trim()) throw new UsageError('Say why: --reason "…". It goes into the records.')
  return text.trim()
}

/** The error for an unknown member id; operators often have only a name or an address, so it says how to find the id. */
export function noMember(id: string): UsageError {
  return new UsageError(`There is no member "${id}". For the id: npm run members -- find <name or email>`)
}

/** The first moment (UTC) of a day such as `2027-01-31`; null for anything else, and for days that the calendar doesn't have. */
export function dayFrom(text: string): Date | null {
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === text ? day : null
}

/** The outcome of a complaint or an appeal. */
export function outcomeFrom(text: string | undefined): 'upheld' | 'refused' {
  if (text !== 'upheld' && text !== 'refused') throw new UsageError('Say how it ends: --outcome upheld or --outcome refused.')
  return text
}
