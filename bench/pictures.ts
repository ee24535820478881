import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { CAST } from '../origin/demo/cast.ts'
import { reEncode } from '../origin/photos/re-encode.ts'
import { median } from './contest.ts'
import { startProduct, type Product } from './product.ts'

const PORT = 9785
const PIXELS = 39_900_000
/** Premium members, who may have more photos: those who flood, and one who doesn't. */
const FLOODERS = ['Bram', 'Clara', 'Eline', 'Felix', 'Grace', 'Hugo', 'Jonas', 'Luca']
const OTHER = 'David'
/** Pictures per member at once. */
const EACH = 3

const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#7a5' }, limitInputPixels: false })
    .png()
    .toBuffer()

/** Sides of a picture of 40 megapixels. */
function sides(ratio: number): [number, number] {
  const height = Math.floor(Math.sqrt(PIXELS / ratio))
  return [Math.floor(height * ratio), height]
}

/**
 * Pictures of 40 megapixels, from square to 225 times as long as wide, compared to one with a camera's aspect ratio; and how eight members who send
 * three pictures each, made as expensive as possible, affect someone else's upload and memory. Goals: at most a second each, the other upload delayed
 * by at most three seconds, and the memory released afterwards.
 */
export async function pictures() {
  return { ...(await shapes()), ...(await flood()) }
}

async function shapes() {
  const time = async (ratio: number) => {
    const bytes = await flat(...sides(ratio))
    const times = []
    for (let round = 0; round < 3; round++) {
      const began = performance.now()
      await reEncode(bytes).catch(() => {})
      times.push(performance.now() - began)
    }
    return median(times)
  }
  const honest = await time(4 / 3)
  const others = []
  for (const ratio of [1, 2, 4, 5, 10, 25, 50, 100, 225]) others.push(await time(ratio))
  const slowest = Math.max(...others)
  return { 'slowest of 40 MP beside an honest one': { ratio: (slowest / honest).toFixed(2), ms: Math.round(slowest) } }
}

async function flood() {
  const product = await startProduct(PORT)
  try {
    const enter = async (name: string) => {
      const member = CAST.find((one) => one.name === name)!
      return { tenant: member.tenant, cookie: await product.logIn(member) }
    }
    const other = await enter(OTHER)
    const flooders = await Promise.all(FLOODERS.map(enter))
    const send = (member: { tenant: string; cookie: string }, body: Uint8Array) => upload(product, member, body)
    const honest = await sharp({ create: { width: 3000, height: 4000, channels: 3, background: '#357' } })
      .jpeg()
      .toBuffer()
    const bombs = [await flat(90_000, 400), await flat(...sides(4)), await flat(...sides(1))]
    const alone = await send(other, honest)
    const before = product.memory()
    let peak = before
    const watch = setInterval(() => (peak = Math.max(peak, product.memory())), 50)
    const began = performance.now()
    const floods = flooders.flatMap((member) => Array.from({ length: EACH }, (_, index) => send(member, bombs[index % bombs.length]!)))
    await sleep(300)
    const meanwhile = await send(other, honest)
    const answered = await Promise.all(floods)
    const took = performance.now() - began
    clearInterval(watch)
    await sleep(15_000)
    return {
      [`${FLOODERS.length} × ${EACH} pictures at once`]: {
        ms: Math.round(took),
        'answered 503': answered.filter(({ status }) => status === 503).length,
        "another's upload": `${meanwhile.status}, ${Math.round(meanwhile.ms)} ms (${Math.round(alone.ms)} alone)`,
        'MB before': Math.round(before),
        'MB peak': Math.round(peak),
        'MB 15 s after': Math.round(product.memory())
      }
    }
  } finally {
    await product.stop()
  }
}

async function upload(product: Product, { tenant, cookie }: { tenant: string; cookie: string }, body: Uint8Array) {
  const began = performance.now()
  const type = body[0] === 0xff ? 'image/jpeg' : 'image/png'
  const headers = {
    cookie,
    'content-type': type,
    'x-client-request': '1',
    'idempotency-key': randomUUID()
  }
  const { status } = await product.ask(tenant, '/api/photos.php', { method: 'POST', headers, body })
  return { status, ms: performance.now() - began }
}
