import sharp from 'sharp'
import type { Variant } from '../../photos/present-image.ts'
import { lockedFrom } from '../../photos/re-encode.ts'
import { cachedFiles } from './cache.ts'
import { HEIGHT, WIDTH } from './draw.ts'

/** Encodes three times as fast, with files a third larger; these never leave the machine. */
const EFFORT = 0

/** The files of a drawn portrait, from the cache or encoded now. */
export async function develop(svg: string): Promise<Record<Variant, Uint8Array>> {
  const { full, thumb, locked } = await cachedFiles(svg, ['full', 'thumb', 'locked'], encode)
  return { full, match: full, thumb, locked }
}

/**
 * Uploads go through `photos/re-encode.ts`; our own drawing contains nothing to strip and already has the `match` size, so one encoding
 * serves twice.
 */
async function encode(svg: string) {
  const { data, info } = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const print = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
  return {
    full: await print().webp({ quality: 82, effort: EFFORT }).toBuffer(),
    thumb: await print()
      .resize(WIDTH / 2, HEIGHT / 2)
      .webp({ quality: 78, effort: EFFORT })
      .toBuffer(),
    locked: await lockedFrom(await print().resize(12, 15).png().toBuffer())
  }
}
