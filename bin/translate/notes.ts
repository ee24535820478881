import meta from '../../locales/en.meta.json' with { type: 'json' }

/** Keys and families of keys (`gender.*`) with their notes, the more specific ones first. */
export const NOTES = Object.entries(meta).toSorted(([one], [other]) => other.length - one.length)

const patterns = NOTES.map(([family]) => familyPattern(family))

/** The note for translators on a key: its own, or the one of its family. */
export function noteOf(key: string) {
  return NOTES.find(([one]) => one === key) ?? NOTES[patterns.findIndex((pattern) => pattern.test(key))]
}

function familyPattern(family: string): RegExp {
  return new RegExp(`^${family.replaceAll('.', '\\.').replaceAll('*', '[^.]+')}$`)
}
