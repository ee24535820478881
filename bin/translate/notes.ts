import meta from '../../locales/en.meta.json' with { type: 'json' }
import { isLongPart } from '../../locales/read.ts'

/** The information a translator gets about a text. */
export interface Note {
  description: string
  /** Longest text that fits on the screen, in characters; null for paragraphs, which may take what they need. */
  longest: number | null
}

/**
 * Keys and families of keys (`gender.*`) with their notes, the most specific ones first. Those of long pages begin with their part
 * (`pages-terms/*.title`), because the same key (`heading`) says something else on each of them.
 */
export const NOTES: [string, Note][] = Object.entries<Note>(meta).toSorted(([one], [other]) => lettersOf(other) - lettersOf(one))

const patterns = NOTES.map(([family]) => familyPattern(family))

/** The note for translators on a key of a part: its own, or the one of its family. */
export function noteOf(part: string, key: string): [string, Note] | undefined {
  const name = isLongPart(part) ? `${part}/${key}` : key
  return NOTES.find(([one]) => one === name) ?? NOTES[patterns.findIndex((pattern) => pattern.test(name))]
}

function familyPattern(family: string): RegExp {
  return new RegExp(`^${family.replaceAll('.', '\\.').replaceAll('*', '[^./]+')}$`)
}

/** How much of a key a family spells out. */
function lettersOf(family: string): number {
  return family.replaceAll('*', '').length
}
