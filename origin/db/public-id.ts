import { randomBytes } from 'node:crypto'

/** The id that leaves the origin instead of a row's number: 128 random bits as 22 url-safe characters. */
export function newPublicId(): string {
  return randomBytes(16).toString('base64url')
}
