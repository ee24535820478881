import sharp from 'sharp'
import type { Crop } from '../../shared/api/photos.ts'
import type { Variant } from './present-image.ts'

/** Why a file is not taken as a photo. */
type Unreadable = 'type' | 'broken' | 'pixels' | 'small' | 'crop'

/** Thrown for a file that is no photo of an allowed kind and size. */
export class UnreadablePhoto extends Error {
  readonly reason: Unreadable

  constructor(reason: Unreadable, cause?: unknown) {
    super(`Unreadable photo: ${reason}`, { cause })
    this.reason = reason
  }
}

const MAX_PIXELS = 40_000_000
/** Pixels a picture has at least, each side. */
const MIN_SIDE = 400
/** The part that is kept is at least this large: what a thumb needs. */
const MIN_CROP = { width: 320, height: 400 }

// One picture at a time a core, nothing kept: a burst of uploads must not eat the memory of the API.
sharp.concurrency(1)
sharp.cache(false)

/**
 * Decodes a JPEG, PNG or WebP (by its first bytes, whatever its name says) and makes the four sizes anew, so that nothing
 * of the file but its picture survives: no metadata, no position, no second content, of an animation the first picture.
 * `locked` keeps no detail. Throws `UnreadablePhoto`.
 * @param crop the part to keep; default: all of it
 */
export async function reEncode(bytes: Uint8Array, crop?: Crop): Promise<Record<Variant, Uint8Array>> {
  if (!isAllowed(bytes)) throw new UnreadablePhoto('type')
  try {
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
    checkSize((await picture.metadata()).autoOrient, crop)
    // The stand-in for transparency is white, as a page would show it.
    const upright = picture.autoOrient().flatten({ background: '#ffffff' })
    const kept = crop ? upright.extract(crop) : upright
    const full = await kept.resize(1600, 1600, { fit: 'inside', withoutEnlargement: true }).webp({ quality: 82 }).toBuffer()
    const cut = (width: number, height: number) => sharp(full).resize(width, height, { fit: 'cover', position: 'attention' })
    return {
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
function checkSize({ width, height }: { width: number; height: number }, crop: Crop | undefined): void {
  if (width * height > MAX_PIXELS) throw new UnreadablePhoto('pixels')
  if (Math.min(width, height) < MIN_SIDE) throw new UnreadablePhoto('small')
  if (!crop) return
  const inside = crop.left + crop.width <= width && crop.top + crop.height <= height
  if (!inside || crop.width < MIN_CROP.width || crop.height < MIN_CROP.height) throw new UnreadablePhoto('crop')
}
