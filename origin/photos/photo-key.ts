import type { Variant } from './present-image.ts'

/** Storage key of a size of a photo. Folders contain at most a few thousand photos each. */
export function photoKey(photo: string, variant: Variant): string {
  return `photos/${photo.slice(0, 2)}/${photo}/${variant}.webp`
}
