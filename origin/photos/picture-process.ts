import sharp from 'sharp'
import type { Asked, Told } from './make-picture.ts'
import { reEncode, UnreadablePhoto } from './re-encode.ts'

// A separate process for members' pictures (make-picture.ts starts it): a file that attacks the decoder reaches nothing else. It has no secrets,
// stores nothing, and ends with the process that started it.

/** Memory limit on top of what an idle process uses, in bytes: nothing that re-encode.ts accepts comes near it. */
const MOST = 256 * 1024 * 1024
/** How often that is checked, in ms: a decoder fills a few megabytes meanwhile. */
const LOOK = 10

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] })

const idle = process.memoryUsage.rss()

// Ctrl-C goes to the whole group; the parent decides when this process ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
process.on('disconnect', () => process.exit())
process.on('message', (asked: Asked) => void answer(asked))

async function answer({ bytes, how }: Asked): Promise<void> {
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() - idle > MOST) process.send!({ reason: 'broken' } satisfies Told, () => process.exit())
  }, LOOK)
  const told: Told = await reEncode(bytes, how).then(
    (picture) => ({ picture }),
    (error: unknown) => ({ reason: error instanceof UnreadablePhoto ? error.reason : 'broken' })
  )
  clearInterval(watch)
  process.send!(told)
}
