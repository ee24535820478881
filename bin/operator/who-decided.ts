import type { LogEntry } from '../../origin/moderation/log.ts'
import { harmless } from './harmless.ts'

/** Tells a moderator whose decision came too late who had already decided, how and when. */
export function whoDecided(entry: LogEntry | undefined): string {
  return entry ? `${harmless(entry.author)} was faster: "${entry.verb}" at ${entry.at.toISOString()}.` : 'It is so already.'
}
