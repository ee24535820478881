import * as v from 'valibot'
import type { Note } from './notes.ts'

// ARB: JSON with a text for each key, and beside it, under `@key`, a note.

const Texts = v.record(v.string(), v.unknown())

/** A file of one part in one language. `noteOf` is given for the source's. */
export function writeArb(locale: string, texts: Record<string, string>, noteOf: ((key: string) => Note | null) | null): string {
  const entries: [string, unknown][] = [['@@locale', locale]]
  for (const [key, text] of Object.entries(texts)) {
    entries.push([key, text])
    const note = noteOf?.(key)
    if (note) entries.push([`@${key}`, { description: describe(note) }])
  }
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`
}

const describe = ({ description, longest }: Note) => (longest === null ? description : `${description} (at most ${longest} characters)`)

/** The texts of a file. Untranslated ones, which tools write as empty, are left out. Throws if it isn't an ARB file. */
export function readArb(source: string): Record<string, string> {
  const entries = Object.entries(v.parse(Texts, JSON.parse(source)))
  return Object.fromEntries(
    entries.flatMap(([key, text]) => (!key.startsWith('@') && typeof text === 'string' && text !== '' ? [[key, text]] : []))
  )
}
