import type { LogEntry } from './log.ts'

/** Who acts: a moderator's name, for the log. Members never see it. */
export type Author = string

/**
 * What became of a verb: done; or there is nothing of this reference or id; or someone was faster, and this is what they did; or it takes back what
 * someone decided, and lacks a reason.
 */
export type Done =
  | { done: true; reference: string | null }
  | { done: false; why: 'unknown' }
  | { done: false; why: 'decided' | 'reason'; by: LogEntry | undefined }

/** There is nothing of this reference or id. */
export const UNKNOWN = { done: false, why: 'unknown' } as const
