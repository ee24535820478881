import confusables from './confusables.json' with { type: 'json' }

/**
 * What a character looks like, by Unicode's table of confusables (UTS #39, version 15; © Unicode, Inc., Unicode License). `confusables.json` lists,
 * for each look, the characters allowed in names that have it.
 */
const LOOKS = new Map(Object.entries(confusables).flatMap(([looks, characters]) => [...characters].map((one) => [one, looks] as const)))

const looksOf = (text: string) =>
  Array.from(text.normalize('NFD'), (one) => LOOKS.get(one) ?? one)
    .join('')
    .normalize('NFD')

/**
 * Maps names that look the same to the same text: `Аnna` with a Cyrillic А and `Anna`, `lan` and `Ian`, `rnark` and `Mark`. Only for comparison: it
 * is not a name any more.
 */
export function skeletonOf(name: string): string {
  // Capitals and small letters look different (I and l), but don't make names different.
  const small = looksOf(name.normalize('NFKC')).toLowerCase()
  return looksOf(small).toLowerCase().trim().replace(/\s+/g, ' ')
}
