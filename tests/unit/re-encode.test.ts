import sharp from 'sharp'
import { expect, test } from 'vitest'
import { reEncode } from '../../origin/photos/re-encode.ts'

/** A picture with fine detail. */
function drawing(width: number, height: number) {
  const pixels = Buffer.alloc(width * height * 3)
  for (let index = 0; index < pixels.length; index++) pixels[index] = (index * 2654435761) >>> 24
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

const reasonOf = (bytes: Uint8Array) =>
  reEncode(bytes).then(
    () => 'taken',
    (error: { reason?: string }) => error.reason
  )

test('a photo is stored in four sizes, each re-encoded as WebP', async () => {
  const { files } = await reEncode(await drawing(2000, 1000).jpeg().toBuffer())
  const sizeOf = async (bytes: Uint8Array) => {
    const { format, width, height } = await sharp(bytes).metadata()
    return `${format} ${width}x${height}`
  }
  expect(await sizeOf(files.full)).toBe('webp 1600x800')
  expect(await sizeOf(files.match)).toBe('webp 640x800')
  expect(await sizeOf(files.thumb)).toBe('webp 320x400')
  expect(await sizeOf(files.locked)).toBe('webp 96x120')
})

test('a photo of a conversation is small as a whole, with its own proportions', async () => {
  for (const [width, height, wide, high] of [
    [1200, 600, 800, 400],
    [600, 1200, 400, 800],
    [500, 400, 500, 400]
  ] as const) {
    const { files, ratio } = await reEncode(await drawing(width, height).jpeg().toBuffer(), { whole: true })
    const match = await sharp(files.match).metadata()
    expect([match.width, match.height, ratio]).toEqual([wide, high, width / height])
  }
})

/** Mean difference of two pictures, in steps of 255 a channel. */
async function difference(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [a, b] = await Promise.all(
    [one, other].map((bytes) => sharp(bytes).resize(96, 120, { fit: 'fill' }).removeAlpha().raw().toBuffer())
  )
  return a!.reduce((total, value, index) => total + Math.abs(value - b![index]!), 0) / a!.length
}

test('the locked stand-in has no more detail than 12 × 15 pixels, and at most 1.5 kB [ROLE-8]', async () => {
  const stripes = Uint8Array.from({ length: 800 * 1000 }, (_, index) => (Math.floor(index / 40) % 2) * 255)
  const striped = await sharp(stripes, { raw: { width: 800, height: 1000, channels: 1 } })
    .png()
    .toBuffer()
  const { locked, thumb } = (await reEncode(striped)).files
  const tiny = (bytes: Uint8Array) => sharp(bytes).resize(12, 15).png().toBuffer()
  expect(await difference(locked, await tiny(locked))).toBeLessThan(4)
  expect(await difference(thumb, await tiny(thumb))).toBeGreaterThan(40)
  expect(locked.length).toBeLessThan(1500)
})

test('a small picture is not enlarged', async () => {
  const { full } = (await reEncode(await drawing(500, 400).webp().toBuffer())).files
  expect((await sharp(full).metadata()).width).toBe(500)
})

test('nothing of the file but its picture survives: no position, no camera, no profile, no appended bytes', async () => {
  const withTraces = await drawing(600, 800)
    .withExif({ IFD0: { Model: 'SECRETCAM' }, IFD3: { GPSLatitude: '52/1 22/1 0/1', GPSLatitudeRef: 'N' } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret>SECRETXMP</secret></x:xmpmeta>')
    .jpeg()
    .toBuffer()
  const { files } = await reEncode(Buffer.concat([withTraces, Buffer.from('PK\x03\x04SECRETZIP<script>alert(1)</script>')]))
  expect(withTraces.includes('SECRETCAM')).toBe(true)
  for (const bytes of Object.values(files)) {
    const { exif, xmp, iptc, icc } = await sharp(bytes).metadata()
    expect([exif, xmp, iptc, icc]).toEqual([undefined, undefined, undefined, undefined])
    expect(Buffer.from(bytes).includes('SECRET')).toBe(false)
  }
})

test('a photo taken with the camera on its side is stored upright', async () => {
  const { full } = (await reEncode(await drawing(800, 600).withMetadata({ orientation: 6 }).jpeg().toBuffer())).files
  const { width, height } = await sharp(full).metadata()
  expect([width, height]).toEqual([600, 800])
})

test.each([1, 2, 3, 4, 5, 6, 7, 8])('the crop refers to the upright picture, however the camera was held: %d', async (orientation) => {
  const corners = ['#f00', '#0f0', '#00f', '#ff0'].map((background, index) => ({
    input: { create: { width: 500, height: 400, channels: 3 as const, background } },
    left: (index % 2) * 500,
    top: index < 2 ? 0 : 400
  }))
  const bytes = await sharp({ create: { width: 1000, height: 800, channels: 3, background: '#fff' } })
    .composite(corners)
    .withMetadata({ orientation })
    .jpeg({ chromaSubsampling: '4:4:4' })
    .toBuffer()
  const crop = orientation < 5 ? { left: 350, top: 30, width: 600, height: 450 } : { left: 30, top: 350, width: 450, height: 600 }
  const { full } = (await reEncode(bytes, { crop })).files
  const meant = await sharp(await sharp(bytes).autoOrient().png().toBuffer())
    .extract(crop)
    .resize(9, 9, { fit: 'fill' })
    .raw()
    .toBuffer()
  const kept = await sharp(full).resize(9, 9, { fit: 'fill' }).raw().toBuffer()
  expect(kept).toHaveLength(meant.length)
  for (const [index, value] of kept.entries()) expect(Math.abs(value - meant[index]!)).toBeLessThan(30)
})

test('only JPEG, PNG and WebP are accepted, recognized by their first bytes', async () => {
  expect(await reasonOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="500" height="500"/>'))).toBe('type')
  expect(await reasonOf(await drawing(500, 500).gif().toBuffer())).toBe('type')
  expect(await reasonOf(await drawing(500, 500).avif({ effort: 0 }).toBuffer())).toBe('type')
  expect(await reasonOf(Buffer.from('%PDF-1.7'))).toBe('type')
  expect(await reasonOf(new Uint8Array())).toBe('type')
})

test('a broken, an oversized and an exploding file are refused and nothing crashes', async () => {
  const whole = await drawing(900, 900).jpeg().toBuffer()
  expect(await reasonOf(whole.subarray(0, whole.length / 2))).toBe('broken')
  expect(await reasonOf(Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from('nonsense')]))).toBe('broken')
  const bomb = await sharp({ create: { width: 7000, height: 7000, channels: 3, background: '#000' } })
    .png()
    .toBuffer()
  expect(bomb.length).toBeLessThan(1024 * 1024)
  expect(await reasonOf(bomb)).toBe('pixels')
})
