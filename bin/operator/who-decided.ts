import type { LogEntry } from '../../origin/moderation/log.ts'
import { harmless } from './harmless.ts'

/** Tells a moderator who had already decided, when and how. */
export function whoDecided(entry: LogEntry | undefined): string {
  return entry ? `Already done by ${harmless(entry.author)} at ${entry.at.toISOString()}: "${entry.verb}".` : 'That is already the case.'
}
