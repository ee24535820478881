/**
 * The gifts that members can send, in the order of the choice; each has a drawing (client/gifts/drawings) and a name (`gift.<name>`). None is ever
 * removed: conversations and profiles keep what was given.
 */
export const GIFTS = [
  'rose',
  'tulips',
  'bouquet',
  'chocolates',
  'champagne',
  'coffee',
  'cupcake',
  'strawberries',
  'candle',
  'letter',
  'ribbon',
  'key',
  'mask',
  'feather',
  'perfume',
  'pearls',
  'book',
  'record',
  'moon',
  'star'
] as const
export type Gift = (typeof GIFTS)[number]

/** Longest note with a gift, in characters. */
export const GIFT_NOTE_LENGTH = 140

export function isGift(name: string): name is Gift {
  return (GIFTS as readonly string[]).includes(name)
}

/** Does the brand have gifts? Where no credits are sold, only if they are free: a price that can't be paid isn't an offer. */
export function offersGifts({ sells, gift_credits }: { sells: boolean; gift_credits: number }): boolean {
  return sells || gift_credits === 0
}
