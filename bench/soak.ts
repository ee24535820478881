import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { CAST, type CastMember } from '../origin/demo/cast.ts'
import { ENDPOINTS } from '../shared/api/contract.ts'
import { LOCALES } from '../shared/i18n/locales.ts'
import { ROUTES } from '../shared/routes/table.ts'
import { median } from './contest.ts'
import { startProduct, type Product } from './product.ts'

// `npm run soak`: the whole product under malformed requests, uploads and pages for half an hour, `npm run soak -- 10` for ten minutes. Reports
// memory over time, and fails if it still grows by half a megabyte per minute in the last third, or if any answer was a 500.

const PORT = 9783
const MOST_GROWTH = 0.5
/** How often memory is read; the lowest reading per slot counts, since the collector runs at any time. In ms. */
const READING = 1_000
const SLOT = 20_000

const minutes = Number(process.argv[2] ?? 30)
if (!(minutes > 0)) throw new Error('How many minutes? For example: npm run soak -- 10')

const pick = <T>(list: readonly T[]): T => list[randomInt(list.length)]!
const named = (name: string): CastMember => CAST.find((member) => member.name === name)!

const product = await startProduct(PORT)
const statuses = new Map<string, number>()
const over = new AbortController()
const began = performance.now()
const elapsed = () => (performance.now() - began) / 60_000

/** Counts the outcome of a request; no answer is an error of this program. */
async function ask(kind: string, ...request: Parameters<Product['ask']>): Promise<number> {
  let reason = ''
  const status = await product.ask(...request).then(
    (answer) => answer.status,
    (error: NodeJS.ErrnoException) => {
      reason = ` ${error.code ?? error.message}`
      return 0
    }
  )
  const key = `${kind} ${status}${reason}`
  statuses.set(key, (statuses.get(key) ?? 0) + 1)
  return status
}

async function again(work: () => Promise<unknown>, pause: number): Promise<void> {
  while (!over.signal.aborted) {
    await work()
    await sleep(pause)
  }
}

const tenants = [...new Set(CAST.map(({ tenant }) => tenant))]
const PATHS = ROUTES.map(({ pattern }) => pattern.replaceAll(/:\w+/g, () => randomUUID()))

/** A page of any brand in any language, for a visitor or a member, or a 404. */
async function page(cookies: Map<string, string>): Promise<void> {
  const tenant = pick(tenants)
  const cookie = cookies.get(tenant)
  const headers = { 'accept-encoding': pick(['', 'br', 'gzip']), ...(cookie && randomInt(2) === 1 && { cookie }) }
  await ask('page', tenant, `${pick(PATHS)}?lang=${pick(LOCALES)}`, { headers })
}

const ENDINGS = /^(?:logout|deleteAccount|endSession|changePassword|streamEvents)/
const FUZZED = ENDPOINTS.filter(({ name }) => !ENDINGS.test(name))
const NASTY = [
  null,
  true,
  -1,
  2 ** 63,
  '',
  '\0',
  '\ud800',
  "' or 1=1 --",
  '../../etc/passwd',
  '2026-02-30',
  [],
  {},
  [[[[]]]],
  'x'.repeat(5000)
]

/** A request that is similar to one of the contract but malformed. */
async function fuzz(tenant: string, cookie: string): Promise<void> {
  const endpoint = pick(FUZZED)
  const method = pick([endpoint.method, endpoint.method, endpoint.method, 'POST', 'PUT', 'DELETE', 'PATCH'])
  const headers = {
    cookie: pick([cookie, '', 'auth=1.2.3', 'a'.repeat(4000)]),
    'content-type': pick(['application/json', 'application/json', 'text/plain', 'image/png', 'multipart/form-data']),
    'x-client-request': '1',
    'idempotency-key': pick([randomUUID(), '', 'k'.repeat(300)])
  }
  const text = JSON.stringify({ [pick(['id', 'member', 'text', 'email', 'page', '__proto__'])]: pick(NASTY) })
  const body = pick([text, text, text.slice(0, -3), randomBytes(randomInt(2000)), randomBytes(200_000)])
  const query = `${pick(['id', 'page', 'conversation', 'before'])}=${encodeURIComponent(randomBytes(6).toString('base64'))}`
  const isRead = method === 'GET'
  await ask('fuzz', tenant, `${endpoint.path}?${query}`, {
    method,
    headers: isRead ? { cookie: headers.cookie } : headers,
    ...(isRead ? {} : { body })
  })
}

const jpeg = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background }, limitInputPixels: false })
    .jpeg()
    .toBuffer()
const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#7a5' }, limitInputPixels: false })
    .png()
    .toBuffer()
const PICTURES = await Promise.all([
  jpeg(3000, 4000, '#357'),
  jpeg(1200, 1600, '#a64'),
  png(6000, 6000),
  png(12_000, 3000),
  png(90_000, 400),
  jpeg(300, 300, '#000'),
  Promise.resolve(randomBytes(5_000_000)),
  Promise.resolve(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), randomBytes(2_000_000)]))
])

/** Uploads a photo of any kind, then deletes all photos. */
async function upload(tenant: string, cookie: string): Promise<void> {
  const body = pick(PICTURES)
  const type = body[0] === 0xff ? 'image/jpeg' : 'image/png'
  const headers = {
    cookie,
    'x-client-request': '1',
    'content-type': type,
    'idempotency-key': randomUUID()
  }
  await ask('upload', tenant, '/api/photos.php', { method: 'POST', headers, body })
  const answer = await product.ask(tenant, '/api/photos.php', { headers: { cookie } }).catch(() => null)
  const { photos = [] } = JSON.parse(answer?.status === 200 ? answer.text : '{}') as { photos?: { id: string }[] }
  for (const { id } of photos) {
    const deleting = { cookie, 'x-client-request': '1', 'content-type': 'application/json' }
    await ask('delete', tenant, '/api/photos.php', { method: 'DELETE', headers: deleting, body: JSON.stringify({ id }) })
  }
}

/** Opens a stream, reads it for a moment and leaves. */
async function listen(tenant: string, cookie: string): Promise<void> {
  const headers = { host: `${tenant}.localhost:${PORT}`, cookie }
  const stream = get({ port: PORT, path: '/api/events.php', headers }, (answer) => answer.resume().on('error', () => {}))
  stream.on('error', () => {})
  await sleep(randomInt(500))
  stream.destroy()
}

async function enter(name: string): Promise<[string, string]> {
  const member = named(name)
  return [member.tenant, await product.logIn(member)]
}

/** The median slope of all pairs (Theil–Sen), which single high readings don't affect. */
function slopeOf(readings: readonly { at: number; value: number }[]): number {
  const slopes = readings.flatMap((one, index) => readings.slice(index + 1).map((other) => (other.value - one.value) / (other.at - one.at)))
  return median(slopes)
}

try {
  const [[reader, readerCookie], [fuzzer, fuzzerCookie], ...uploaders] = await Promise.all(
    ['Anna', 'Felix', 'David', 'Kaisa', 'Jonas'].map(enter) as [
      Promise<[string, string]>,
      Promise<[string, string]>,
      ...Promise<[string, string]>[]
    ]
  )
  const cookies = new Map([[reader, readerCookie]])
  const work = [
    ...[1, 2].map(() => again(() => page(cookies), 5)),
    ...[1, 2].map(() => again(() => fuzz(fuzzer, fuzzerCookie), 5)),
    ...uploaders.map((uploader) => again(() => upload(...uploader), 100)),
    again(() => listen(reader, readerCookie), 50)
  ]
  const start = product.memory('itself')
  const slots: { at: number; value: number }[] = []
  let peak = 0
  let slot: number[] = []
  let told = 0
  while (elapsed() < minutes) {
    await sleep(READING)
    slot.push(product.memory('itself'))
    peak = Math.max(peak, product.memory())
    if (slot.length * READING >= SLOT) {
      slots.push({ at: elapsed(), value: Math.min(...slot) })
      slot = []
    }
    if (elapsed() >= told + 1) {
      told = Math.floor(elapsed())
      console.log(
        `${told} min: ${Math.round(slots.at(-1)?.value ?? 0)} MB, ${[...statuses.values()].reduce((sum, count) => sum + count, 0)} requests`
      )
    }
  }
  over.abort()
  await Promise.all(work)
  await sleep(15_000)
  const slope = slopeOf(slots.filter(({ at }) => at >= (minutes * 2) / 3))
  console.table(Object.fromEntries([...statuses].toSorted(([one], [other]) => (one < other ? -1 : 1))))
  console.table({
    [`${minutes} min`]: {
      'MB at first': Math.round(start),
      'MB at most, pictures too': Math.round(peak),
      'MB at last': Math.round(product.memory()),
      'MB a minute in the last third': Number(slope.toFixed(2)),
      goal: `< ${MOST_GROWTH}`
    }
  })
  const broken = [...statuses.keys()].filter((key) => / (?:500|0 .*)$/.test(key))
  if (broken.length > 0) console.error(`These should not happen: ${broken.join(', ')}`)
  if (!(slope < MOST_GROWTH) || broken.length > 0) process.exitCode = 1
} finally {
  over.abort()
  await product.stop()
}
