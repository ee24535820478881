/** Letters that Unicode doesn't decompose into another letter and a mark. */
const BASE: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', æ: 'ae', œ: 'oe', ß: 'ss' }

/** A text as it is searched, by letters that every keyboard has: "jose" finds José, "lukasz" Łukasz. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[łøđæœß]/g, (letter) => BASE[letter]!)
