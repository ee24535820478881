import type { LogEntry } from './log.ts'

/** Who acts: a moderator's name, for the log. Members never see it. */
export type Author = string

/**
 * The result of a verb: done; or nothing has this reference or id; or nothing was done about the report's member yet; or another moderator got there
 * first, and this is what they did (`stands`: to the member, so that the report is still open); or it takes back someone's decision and lacks a
 * reason.
 */
export type Done =
  | { done: true; reference: string | null }
  | { done: false; why: 'unknown' }
  | { done: false; why: 'no_measure' }
  | { done: false; why: 'decided' | 'stands' | 'reason'; by: LogEntry | undefined }

/** Nothing has this reference or id. */
export const UNKNOWN = { done: false, why: 'unknown' } as const
