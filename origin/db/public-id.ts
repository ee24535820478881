import { randomBytes } from 'node:crypto'

/**
 * The id that leaves the origin instead of a row's number: 128 random bits as 22 url-safe characters. It never begins with a dash: the operator's
 * commands would take it for an option.
 */
export function newPublicId(): string {
  const id = randomBytes(16).toString('base64url')
  return id.startsWith('-') ? newPublicId() : id
}
