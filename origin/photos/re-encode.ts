import sharp, { type Metadata } from 'sharp'
import type { Crop } from '../../shared/api/photos.ts'
import { isTooLong, PHOTO_FILE, sizeProblem } from '../../shared/rules/photo-file.ts'
import { pictureHash } from './picture-hash.ts'
import type { Variant } from './present-image.ts'

/** Why a file is not accepted as a photo. */
export type Unreadable = 'type' | 'broken' | 'pixels' | 'small' | 'ratio' | 'crop'

/** Thrown for a file that isn't a photo of an allowed kind and size. */
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
  /** Width by height of the largest. */
  ratio: number
}

/** How a picture is re-encoded. */
export interface Making {
  /** The part to keep; default: all of it. */
  crop?: Crop | undefined
  /** `match` shows all of it, instead of a portrait. */
  whole?: boolean
}

/** Minimum size of the cropped part: what a thumb needs. */
const MIN_CROP = { width: 320, height: 400 }
/** Memory limit in bytes for a picture that can't be decoded line by line. The rest of the work takes up to 70 MB more. */
const MAX_DECODED = 80_000_000

// One core per picture, nothing cached.
sharp.concurrency(1)
sharp.cache(false)

/**
 * Decodes a JPEG, PNG or WebP (by its first bytes, whatever its name says) and encodes the four sizes from scratch, so that only the picture itself
 * survives: no metadata, no location, no embedded content, and only the first frame of an animation. `locked` keeps no detail. Throws
 * `UnreadablePhoto`; whatever the header of the file already rules out is refused before decoding.
 */
export async function reEncode(bytes: Uint8Array, { crop, whole = false }: Making = {}): Promise<Picture> {
  if (!isAllowed(bytes)) throw new UnreadablePhoto('type')
  try {
    const picture = sharp(bytes, { limitInputPixels: PHOTO_FILE.maxPixels, failOn: 'error', pages: 1 })
    const head = await picture.metadata()
    checkSize(head.autoOrient, crop)
    if (decodedAtOnce(head) > MAX_DECODED) throw new UnreadablePhoto('pixels')
    const kept = crop ? picture.extract(asStored(crop, head)) : picture
    const small = await kept
      // Transparency becomes white, as a page would show it.
      .flatten({ background: '#ffffff' })
      .resize(1600, 1600, { fit: 'inside', withoutEnlargement: true })
      .withMetadata({ orientation: head.orientation ?? 1 })
      .png({ compressionLevel: 0 })
      .toBuffer()
    // Rotated when it is small: to rotate a picture, all of it has to be in memory.
    const { data: full, info } = await sharp(small).autoOrient().webp({ quality: 82 }).toBuffer({ resolveWithObject: true })
    const cut = (width: number, height: number) => sharp(full).resize(width, height, { fit: 'cover', position: 'attention' })
    const match = whole ? sharp(full).resize(800, 800, { fit: 'inside', withoutEnlargement: true }) : cut(640, 800)
    const files = {
      full,
      match: await match.webp({ quality: 80 }).toBuffer(),
      thumb: await cut(320, 400).webp({ quality: 78 }).toBuffer(),
      locked: await lockedFrom(await cut(12, 15).toBuffer())
    }
    return { files, dhash: await pictureHash(full), ratio: Math.round((info.width / info.height) * 1000) / 1000 }
  } catch (error) {
    if (error instanceof UnreadablePhoto) throw error
    const exceeds = error instanceof Error && error.message.includes('exceeds pixel limit')
    throw new UnreadablePhoto(exceeds ? 'pixels' : 'broken', error)
  }
}

/**
 * The stand-in of a locked photo, 96 × 120 pixels of WebP, from a picture of 12 × 15: detail that isn't in the file can't be restored by sharpening. It is
 * large enough for browsers to enlarge without showing a grid.
 */
export async function lockedFrom(tiny: Uint8Array): Promise<Buffer> {
  return await sharp(tiny).resize(96, 120, { kernel: 'cubic' }).blur(8).webp({ quality: 75 }).toBuffer()
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

/** The position in the stored picture of a part of the upright picture. */
function asStored({ left, top, width, height }: Crop, { orientation = 1, autoOrient: upright }: Metadata): Crop {
  const across = MIRRORED_ACROSS.has(orientation) ? upright.width - left - width : left
  const down = MIRRORED_DOWN.has(orientation) ? upright.height - top - height : top
  return orientation >= LYING ? { left: down, top: across, width: height, height: width } : { left: across, top: down, width, height }
}

/** Values of EXIF's orientation: from 5 on, rows and columns are swapped. */
const MIRRORED_ACROSS = new Set([2, 3, 6, 7])
const MIRRORED_DOWN = new Set([3, 4, 7, 8])
const LYING = 5

/**
 * Bytes that the decoder holds at once for formats that it has to read completely before the first line is ready: a progressive JPEG (its
 * coefficients, two bytes each), an interlaced PNG and a WebP (its pixels, and more). All others are decoded line by line: 0, except for a 16-bit
 * PNG, whose lines alone are large enough.
 */
function decodedAtOnce({ format, width, height, isProgressive, channels, depth, chromaSubsampling }: Metadata): number {
  const pixels = width * height
  if (format === 'webp') return pixels * 6
  if (format === 'jpeg') return isProgressive ? pixels * 2 * (chromaSubsampling === '4:2:0' ? 1.5 : channels) : 0
  if (depth === 'ushort') return pixels * 2 * channels
  return isProgressive ? pixels * channels : 0
}
