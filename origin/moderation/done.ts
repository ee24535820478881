import type { LogEntry } from './log.ts'

/** Who acts: a moderator's name, for the log. Members never see it. */
export type Author = string

/** The result of a verb. */
export type Done =
  | { done: true; reference: string | null }
  /** Nothing has this reference or id. */
  | { done: false; why: 'unknown' }
  /** Nothing was done about the report's member yet. */
  | { done: false; why: 'no_measure' }
  /** None of the report's messages is there to be removed. */
  | { done: false; why: 'no_message' }
  /**
   * Another moderator got there first, and this is what they did; `stands`: to the member, so that the report is still open; `reason`: taking that
   * back needs one.
   */
  | { done: false; why: 'decided' | 'stands' | 'reason'; by: LogEntry | undefined }

export const UNKNOWN = { done: false, why: 'unknown' } as const
