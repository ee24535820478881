import { PHOTO_FILE, sizeProblem } from '../../shared/rules/photo-file.ts'
import type { Size } from './crop.ts'

/** A file that can be a photo, ready to be drawn. */
export interface Picture extends Size {
  file: File
  image: HTMLImageElement
}

/** The message key of what is wrong with a file. */
export type PictureProblem =
  'photos.too_large' | 'field.photo_type' | 'field.photo_broken' | `field.photo_${NonNullable<ReturnType<typeof sizeProblem>>}`

/** Checks a chosen file as the origin will, so that 10 MB aren't uploaded in vain. Sizes are those of the upright picture. */
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
    // Once loaded, the image doesn't need its URL any more; until it is revoked the browser keeps the file.
    URL.revokeObjectURL(image.src)
  }
  const { naturalWidth: width, naturalHeight: height } = image
  const problem = sizeProblem({ width, height })
  return problem ? `field.photo_${problem}` : { file, image, width, height }
}
