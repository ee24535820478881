import { UsageError } from './usage-error.ts'

/** Throws for a word that a command doesn't take: what it was meant to say would be left out, and "refund X 500" would refund everything. */
export function expectWords(words: readonly string[], most: number): void {
  if (words.length > most) throw new UsageError(`"${words[most]}" is one word too many.`)
}

/** The first moment (UTC) of a day such as `2027-01-31`; null for anything else, and for days that the calendar doesn't have. */
export function dayFrom(text: string): Date | null {
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === text ? day : null
}
