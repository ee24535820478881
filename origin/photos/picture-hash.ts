import sharp from 'sharp'

/** Columns compared in a row, and rows: 64 bits. */
const SIDE = 8

/**
 * The difference hash of a picture: which of two neighbours is brighter, on a raster of 8 × 8. It survives scaling and
 * re-encoding; 64 digits of 0 and 1.
 */
export async function pictureHash(picture: Uint8Array): Promise<string> {
  const { data, info } = await sharp(picture)
    .greyscale()
    .resize(SIDE + 1, SIDE, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const bright = (column: number, row: number) => data[(row * info.width + column) * info.channels] ?? 0
  const bits = Array.from({ length: SIDE * SIDE }, (_, index) => {
    const [column, row] = [index % SIDE, Math.floor(index / SIDE)]
    return bright(column, row) > bright(column + 1, row) ? '1' : '0'
  })
  return bits.join('')
}
