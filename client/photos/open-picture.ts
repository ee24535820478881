import { PHOTO_FILE } from '../../shared/rules/photo-file.ts'
import type { Size } from './crop.ts'

/** What the origin takes: pixels a side at least, and in all at most. */
const MIN_SIDE = 400
const MAX_PIXELS = 40_000_000

/** A file that can be a photo, ready to be drawn. */
export interface Picture extends Size {
  file: File
  image: HTMLImageElement
}

/** The message key of what is wrong with a file. */
export type PictureProblem = 'photos.too_large' | 'field.photo_type' | 'field.photo_broken' | 'field.photo_small' | 'field.photo_pixels'

/** Looks at a chosen file as the origin will, so that nobody sends 10 MB in vain. Sizes are of the picture held upright. */
export async function openPicture(file: File): Promise<Picture | PictureProblem> {
  if (!PHOTO_FILE.types.some((type) => type === file.type)) return 'field.photo_type'
  if (file.size > PHOTO_FILE.maxBytes) return 'photos.too_large'
  const image = new Image()
  image.src = URL.createObjectURL(file)
  try {
    await image.decode()
  } catch {
    return 'field.photo_broken'
  } finally {
    // Once it is read the image needs its address no more; until it is given back the browser keeps the file.
    URL.revokeObjectURL(image.src)
  }
  const { naturalWidth: width, naturalHeight: height } = image
  if (Math.min(width, height) < MIN_SIDE) return 'field.photo_small'
  return width * height > MAX_PIXELS ? 'field.photo_pixels' : { file, image, width, height }
}
