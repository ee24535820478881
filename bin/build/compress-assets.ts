import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const zip = promisify(gzip)

/** A file of this many bytes is worth trying more than one way to encode it. */
const LARGE = 8_000
/** How brotli may encode distances: the ways of which one is the smallest for most scripts (a tenth of a percent). */
const DISTANCES = [
  { postfix: 0, direct: 0 },
  { postfix: 0, direct: 15 },
  { postfix: 1, direct: 12 },
  { postfix: 1, direct: 20 }
]

/** Writes `.br` (highest quality) and `.gz` next to every script and style sheet, so that serving them needs no compression. */
export async function compressAssets(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /\.(js|css|svg)$/.test(name))
  await Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(join(folder, name))
      await writeFile(join(folder, `${name}.br`), await brotli(bytes))
      await writeFile(join(folder, `${name}.gz`), await zip(bytes, { level: 9 }))
    })
  )
}

/** The smallest of its encodings. */
async function brotli(bytes: Buffer): Promise<Buffer> {
  const ways = bytes.length < LARGE ? DISTANCES.slice(0, 1) : DISTANCES
  const encoded = await Promise.all(ways.map((way) => encode(bytes, way)))
  return encoded.reduce((one, other) => (other.length < one.length ? other : one))
}

async function encode(bytes: Buffer, { postfix, direct }: (typeof DISTANCES)[number]): Promise<Buffer> {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_NPOSTFIX, BROTLI_PARAM_NDIRECT } = constants
  const params = { [BROTLI_PARAM_QUALITY]: 11, [BROTLI_PARAM_NPOSTFIX]: postfix, [BROTLI_PARAM_NDIRECT]: direct }
  return await promisify(brotliCompress)(bytes, { params })
}
