/**
 * The word that was probably meant by `typed`: at most a third of its letters differ. Null when none is close, or for fewer than three letters, where
 * everything would be.
 */
export function nearestWord(typed: string, words: readonly string[]): string | null {
  if (typed.length < 3) return null
  let best: string | null = null
  let least = Math.floor(typed.length / 3) + 1
  for (const word of words) {
    const distance = editDistance(typed.toLowerCase(), word.toLowerCase())
    if (distance < least) [best, least] = [word, distance]
  }
  return best
}

/** How many letters must be inserted, deleted, replaced or swapped with their neighbour. */
function editDistance(one: string, other: string): number {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const cost = one[i - 1] === other[j - 1] ? 0 : 1
      let least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + cost)
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) least = Math.min(least, before[j - 2]! + 1)
      row.push(least)
    }
    ;[before, last] = [last, row]
  }
  return last[other.length]!
}
