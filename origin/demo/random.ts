/** Random choices that are the same for the same seed, so that the demo world is the same on every machine. */
export interface Random {
  /** Whole number from 0 to `limit` - 1. */
  below(limit: number): number
  /** Whole number from `from` to `to`, both possible. */
  between(from: number, to: number): number
  /** True in `share` of the cases. */
  chance(share: number): boolean
  /** One of the list, which must not be empty. */
  pick<T>(list: readonly T[]): T
  /** `count` different ones of the list, or all. */
  some<T>(list: readonly T[], count: number): T[]
}

/** @param seed any text */
export function createRandom(seed: string): Random {
  const next = mulberry32(hash(seed))
  const random: Random = {
    below: (limit) => Math.floor(next() * limit),
    between: (from, to) => from + random.below(to - from + 1),
    chance: (share) => next() < share,
    pick: (list) => list[random.below(list.length)]!,
    some(list, count) {
      const left = [...list]
      return Array.from({ length: Math.min(count, left.length) }, () => left.splice(random.below(left.length), 1)[0]!)
    }
  }
  return random
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  return value >>> 0
}

/** A small generator of numbers from 0 to below 1; good enough for pictures and names. */
function mulberry32(state: number): () => number {
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
