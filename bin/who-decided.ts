import type { LogEntry } from '../origin/moderation/log.ts'
import { harmless } from './harmless.ts'

/** Who decided before, how and when, for a moderator who came later. */
export function whoDecided(entry: LogEntry | undefined): string {
  return entry ? `${harmless(entry.author)} was faster: "${entry.verb}" at ${entry.at.toISOString()}.` : 'It is so already.'
}
