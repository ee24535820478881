import sharp, { type Metadata } from 'sharp'
import type { Crop } from '../../shared/api/photos.ts'
import { isTooLong, PHOTO_FILE, sizeProblem } from '../../shared/rules/photo-file.ts'
import { pictureHash } from './picture-hash.ts'
import type { Variant } from './present-image.ts'

/** Why a file is not taken as a photo. */
export type Unreadable = 'type' | 'broken' | 'pixels' | 'small' | 'ratio' | 'crop'

/** Thrown for a file that is no photo of an allowed kind and size. */
export class UnreadablePhoto extends Error {
  readonly reason: Unreadable

  constructor(reason: Unreadable, cause?: unknown) {
    super(`Unreadable photo: ${reason}`, { cause })
    this.reason = reason
  }
}

/** A re-encoded picture, and its difference hash (picture-hash.ts). */
export interface Picture {
  files: Record<Variant, Uint8Array>
  dhash: string
}

/** The part that is kept is at least this large: what a thumb needs. */
const MIN_CROP = { width: 320, height: 400 }
/** What a picture that cannot be decoded line by line may take in memory, in bytes. The rest of the work takes up to 70 MB more. */
const MAX_DECODED = 80_000_000

// One core a picture, nothing kept.
sharp.concurrency(1)
sharp.cache(false)

/**
 * Decodes a JPEG, PNG or WebP (by its first bytes, whatever its name says) and encodes the four sizes from scratch, so that nothing
 * of the file but its picture survives: no metadata, no position, no second content, of an animation the first picture.
 * `locked` keeps no detail. Throws `UnreadablePhoto`; what the head of the file tells is refused before anything is decoded.
 * @param crop the part to keep; default: all of it
 */
export async function reEncode(bytes: Uint8Array, crop?: Crop): Promise<Picture> {
  if (!isAllowed(bytes)) throw new UnreadablePhoto('type')
  try {
    const picture = sharp(bytes, { limitInputPixels: PHOTO_FILE.maxPixels, failOn: 'error', pages: 1 })
    const head = await picture.metadata()
    checkSize(head.autoOrient, crop)
    if (decodedAtOnce(head) > MAX_DECODED) throw new UnreadablePhoto('pixels')
    const kept = crop ? picture.extract(asStored(crop, head)) : picture
    const small = await kept
      // The stand-in for transparency is white, as a page would show it.
      .flatten({ background: '#ffffff' })
      .resize(1600, 1600, { fit: 'inside', withoutEnlargement: true })
      .withMetadata({ orientation: head.orientation ?? 1 })
      .png({ compressionLevel: 0 })
      .toBuffer()
    // Turned when it is small: to turn a picture all of it has to be in memory.
    const full = await sharp(small).autoOrient().webp({ quality: 82 }).toBuffer()
    const cut = (width: number, height: number) => sharp(full).resize(width, height, { fit: 'cover', position: 'attention' })
    const files = {
      full,
      match: await cut(640, 800).webp({ quality: 80 }).toBuffer(),
      thumb: await cut(320, 400).webp({ quality: 78 }).toBuffer(),
      // Made small first: what was never in the file cannot be sharpened out of it.
      locked: await sharp(await cut(12, 15).toBuffer())
        .resize(24, 30, { kernel: 'cubic' })
        .blur(2)
        .webp({ quality: 40 })
        .toBuffer()
    }
    return { files, dhash: await pictureHash(full) }
  } catch (error) {
    if (error instanceof UnreadablePhoto) throw error
    const exceeds = error instanceof Error && error.message.includes('exceeds pixel limit')
    throw new UnreadablePhoto(exceeds ? 'pixels' : 'broken', error)
  }
}

function isAllowed(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  return head.startsWith('\xff\xd8\xff') || head.startsWith('\x89PNG\r\n\x1a\n') || (head.startsWith('RIFF') && head.endsWith('WEBP'))
}

/** @param size of the picture held upright */
function checkSize(size: { width: number; height: number }, crop: Crop | undefined): void {
  const problem = sizeProblem(size)
  if (problem) throw new UnreadablePhoto(problem)
  if (!crop) return
  const inside = crop.left + crop.width <= size.width && crop.top + crop.height <= size.height
  if (!inside || crop.width < MIN_CROP.width || crop.height < MIN_CROP.height || isTooLong(crop)) throw new UnreadablePhoto('crop')
}

/** Where a part of the picture held upright lies in the picture as it is stored. */
function asStored({ left, top, width, height }: Crop, { orientation = 1, autoOrient: upright }: Metadata): Crop {
  const across = MIRRORED_ACROSS.has(orientation) ? upright.width - left - width : left
  const down = MIRRORED_DOWN.has(orientation) ? upright.height - top - height : top
  return orientation >= LYING ? { left: down, top: across, width: height, height: width } : { left: across, top: down, width, height }
}

/** Values of EXIF's orientation: from 5 on rows and columns change places. */
const MIRRORED_ACROSS = new Set([2, 3, 6, 7])
const MIRRORED_DOWN = new Set([3, 4, 7, 8])
const LYING = 5

/**
 * Bytes of what the decoder holds at once of kinds that it has to read to the end before the first line is there: a progressive
 * JPEG (its coefficients, two bytes each), an interlaced PNG and a WebP (its pixels, and more). All others come line by line: 0, but
 * for a PNG of 16 bits, whose lines alone are long enough.
 */
function decodedAtOnce({ format, width, height, isProgressive, channels, depth, chromaSubsampling }: Metadata): number {
  const pixels = width * height
  if (format === 'webp') return pixels * 6
  if (format === 'jpeg') return isProgressive ? pixels * 2 * (chromaSubsampling === '4:2:0' ? 1.5 : channels) : 0
  if (depth === 'ushort') return pixels * 2 * channels
  return isProgressive ? pixels * channels : 0
}
