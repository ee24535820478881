import { randomInt } from 'node:crypto'

/** No letters or digits that are easily confused. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A number for people to quote, short enough to be read out on the telephone: `K7QF-3M9T`, 40 random bits. */
export function newReference(): string {
  const four = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return `${four()}-${four()}`
}

const REFERENCE = new RegExp(`^[${LETTERS}]{4}-[${LETTERS}]{4}$`)

/** Is this a number of that form? */
export function isReference(text: string): boolean {
  return REFERENCE.test(text)
}
