import { readdirSync, readFileSync } from 'node:fs'
import sharp, { type Sharp } from 'sharp'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { processorTime } from '../../bench/processor.ts'
import type { Crop } from '../../shared/api/photos.ts'
import { makePicture, startPictureProcess, type Told } from '../../origin/photos/make-picture.ts'
import { isLong, repeats } from '../fixtures/long.ts'
import { promisedPng } from '../fixtures/pictures.ts'

const MB = 1024 * 1024

/** Sides of a picture, in pixels. */
function sides(megapixels: number, ratio: number): { width: number; height: number } {
  const height = Math.floor(Math.sqrt((megapixels * 1e6) / ratio))
  return { width: Math.floor(height * ratio), height }
}

const drawn = (megapixels: number, ratio: number) =>
  sharp({ create: { ...sides(megapixels, ratio), channels: 3, background: '#7a5' }, limitInputPixels: false })

const draw = (kind: Kind, megapixels: number, ratio: number) => KINDS[kind].write(drawn(megapixels, ratio)).toBuffer()

type Kind = keyof typeof KINDS

/** Every kind of file that decoders handle differently, and how many megapixels of it are accepted. */
const KINDS = {
  PNG: { write: (picture: Sharp) => picture.png({ compressionLevel: 1 }), most: 40 },
  'interlaced PNG': { write: (picture: Sharp) => picture.png({ compressionLevel: 1, progressive: true }), most: 26 },
  'PNG of 16 bits with transparency': {
    write: (picture: Sharp) => picture.toColourspace('rgb16').ensureAlpha().png({ compressionLevel: 1 }),
    most: 10
  },
  JPEG: { write: (picture: Sharp) => picture.jpeg(), most: 40 },
  'JPEG of a camera on its side': { write: (picture: Sharp) => picture.withMetadata({ orientation: 6 }).jpeg(), most: 40 },
  'progressive JPEG': { write: (picture: Sharp) => picture.jpeg({ progressive: true }), most: 26 },
  'progressive JPEG in full colour': {
    write: (picture: Sharp) => picture.jpeg({ progressive: true, chromaSubsampling: '4:4:4' }),
    most: 13
  },
  WebP: { write: (picture: Sharp) => picture.webp({ effort: 0 }), most: 13 },
  'lossless WebP': { write: (picture: Sharp) => picture.webp({ effort: 0, lossless: true }), most: 13 }
}

/** What a picture costs in its own process: ms of processor time, and memory beyond that of a small picture, in bytes. */
async function measure(bytes: Uint8Array, crops: (Crop | undefined)[] = [undefined]) {
  const child = startPictureProcess()
  const ask = (picture: Uint8Array, crop?: Crop) =>
    new Promise<Told>((resolve, reject) => {
      child.once('message', resolve).once('exit', reject).send({ bytes: picture, crop })
    })
  const peak = () => Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))![1]) * 1024
  try {
    await ask(await KINDS.PNG.write(drawn(0.25, 1)).toBuffer())
    const before = peak()
    const outcomes = new Set<string>()
    let ms = 0
    for (const crop of crops) {
      // Time by the clock would also be that of other processes.
      const began = processorTime(child.pid!)
      const told = await ask(bytes, crop)
      ms = Math.max(ms, (processorTime(child.pid!) - began) * 1000)
      outcomes.add('reason' in told ? told.reason : 'taken')
    }
    return { outcome: [...outcomes].join(), ms, bytes: peak() - before }
  } finally {
    child.removeAllListeners('exit').kill('SIGKILL')
  }
}

const PART = { left: 100, top: 50, width: 1500, height: 1400 }

/** A decoder only changes with a release of the library: the others are tested before a release. */
const TRIED = Object.entries(KINDS).filter(([kind]) => isLong || kind === 'progressive JPEG')

describe.each(TRIED)('a picture as %s', (kind, { most }) => {
  test(`of ${most} megapixels takes at most 150 MB`, async () => {
    const picture = await measure(await draw(kind as Kind, most, 4), [undefined, PART])
    expect(picture.outcome).toBe('taken')
    expect(picture.bytes).toBeLessThan(150 * MB)
  })

  test('with more pixels is refused by its header alone', async () => {
    const picture = await measure(await draw(kind as Kind, most * 1.1, 1))
    expect(picture.outcome).toBe('pixels')
    expect(picture.bytes).toBeLessThan(20 * MB)
  })
})

const LARGE = repeats(8, 40)

test(`a picture of ${LARGE} megapixels takes no longer than a few ordinary ones, whatever its shape`, async () => {
  const honest = await measure(await draw('PNG', LARGE, 4 / 3))
  expect(honest.outcome).toBe('taken')
  for (const ratio of isLong ? [1, 2, 4, 4.5, 9, 25, 60, 120, 225] : [4.5, 225]) {
    const picture = await measure(await draw('PNG', LARGE, ratio))
    const refusal = sides(LARGE, ratio).height < 400 ? 'small' : 'ratio'
    expect([ratio, picture.outcome]).toEqual([ratio, ratio > 4 ? refusal : 'taken'])

    expect(picture.ms).toBeLessThan(honest.ms * 6)
    expect(picture.bytes).toBeLessThan((ratio > 4 ? 20 : 150) * MB)
  }
})

describe('the process', () => {
  afterEach(() => vi.useRealTimers())

  /** Picture processes that this one has started. */
  const running = () =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .filter((pid) => {
        try {
          const parent = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
          return parent === String(process.pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('picture-process')
        } catch {
          return false
        }
      })
      .map(Number)

  const picture = async (megapixels = 1) => await draw('PNG', megapixels, 1)

  test('has no secrets of its parent', async () => {
    vi.stubEnv('APP_SECRET', 'a secret that stays where it is')
    await makePicture(await picture())
    for (const pid of running()) expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toMatch(/SECRET|DATABASE/)
    vi.unstubAllEnvs()
  })

  test('may crash on a file: that one is refused, the next one is accepted', async () => {
    // Large enough to be killed in the middle of it.
    const bytes = await picture(40)
    const made = makePicture(bytes)
    await expect.poll(running).not.toEqual([])
    for (const pid of running()) process.kill(pid, 'SIGKILL')
    await expect(made).rejects.toMatchObject({ reason: 'broken' })
    expect((await makePicture(bytes)).dhash).toHaveLength(64)
  })

  test('reads nothing but JPEG, PNG and WebP, whatever a file says it is', async () => {
    await expect(makePicture(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="500" height="500"/>'))).rejects.toMatchObject({
      reason: 'type'
    })
    await expect(makePicture(promisedPng(500, 500).subarray(0, 60))).rejects.toMatchObject({ reason: 'broken' })
  })

  test('ends when idle, which frees its memory', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await makePicture(await picture())
    expect(running()).not.toEqual([])
    vi.advanceTimersByTime(10_000)
    vi.useRealTimers()
    await expect.poll(running).toEqual([])
  })
})
