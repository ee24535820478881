/** What is taken as a photo: kinds of file, bytes, pixels a side at least and in all at most, and how many times longer than wide. */
export const PHOTO_FILE = {
  types: ['image/jpeg', 'image/png', 'image/webp'],
  maxBytes: 10 * 1024 * 1024,
  minSide: 400,
  maxPixels: 40_000_000,
  maxRatio: 4
} as const

interface Size {
  width: number
  height: number
}

/** Why a picture of this size, in pixels, is no photo; null where it can be one. */
export function sizeProblem({ width, height }: Size): 'small' | 'pixels' | 'ratio' | null {
  if (Math.min(width, height) < PHOTO_FILE.minSide) return 'small'
  if (width * height > PHOTO_FILE.maxPixels) return 'pixels'
  return isTooLong({ width, height }) ? 'ratio' : null
}

/** A picture too long and narrow to be shown as a portrait: filling one with it would blow it up many times over. */
export function isTooLong({ width, height }: Size): boolean {
  return Math.max(width, height) > PHOTO_FILE.maxRatio * Math.min(width, height)
}
