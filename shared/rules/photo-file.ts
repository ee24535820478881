/** What is accepted as a photo: file types, maximum bytes, minimum pixels per side, maximum pixels in total, and the maximum ratio of the sides. */
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

/** Why a picture of this size, in pixels, isn't accepted as a photo; null if it is. */
export function sizeProblem({ width, height }: Size): 'small' | 'pixels' | 'ratio' | null {
  if (Math.min(width, height) < PHOTO_FILE.minSide) return 'small'
  if (width * height > PHOTO_FILE.maxPixels) return 'pixels'
  return isTooLong({ width, height }) ? 'ratio' : null
}

/** A picture too long and narrow to be shown as a portrait: filling the frame would enlarge it many times. */
export function isTooLong({ width, height }: Size): boolean {
  return Math.max(width, height) > PHOTO_FILE.maxRatio * Math.min(width, height)
}
