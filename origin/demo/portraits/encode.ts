import sharp from 'sharp'
import type { Variant } from '../../photos/present-image.ts'
import { lockedFrom } from '../../photos/re-encode.ts'
import { cachedFiles } from './cache.ts'
import { HEIGHT, WIDTH } from './draw.ts'

/** Encodes three times as fast, with files a third larger; these never leave the machine. */
const EFFORT = 0

/** The files of a drawn portrait, from the cache or encoded now. */
export async function encodePortrait(svg: string): Promise<Record<Variant, Uint8Array>> {
  const { full, thumb, locked } = await cachedFiles(svg, ['full', 'thumb', 'locked'], encodeSizes)
  return { full, match: full, thumb, locked }
}

/**
 * Uploads go through `photos/re-encode.ts`; our own drawing contains nothing to strip and already has the `match` size, so one encoding
 * serves twice.
 */
async function encodeSizes(svg: string) {
  const { data, info } = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const picture = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
  return {
    full: await picture().webp({ quality: 82, effort: EFFORT }).toBuffer(),
    thumb: await picture()
      .resize(WIDTH / 2, HEIGHT / 2)
      .webp({ quality: 78, effort: EFFORT })
      .toBuffer(),
    locked: await lockedFrom(await picture().resize(12, 15).png().toBuffer())
  }
}
