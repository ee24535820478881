import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { TestMember } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'
import { aPicture, promisedPng } from '../fixtures/pictures.ts'

// What a member can do to others with pictures alone.

const origin = sharedOrigin()

async function upload(as: TestMember, body: Uint8Array, crop?: string) {
  const { status, body: answer } = await origin.call('addPhoto', { as, body, query: crop ? { crop } : {} })
  return [status, ...(answer.error?.fields?.map(({ field, code, message_key }) => `${field} ${code} ${message_key}`) ?? [])]
}

/** While it runs no photo can be read or written: uploads that have their turn wait. */
async function standstill(meanwhile: () => Promise<void>): Promise<void> {
  await origin.deps.db.transaction().execute(async (holder) => {
    await sql`lock table photos in access exclusive mode`.execute(holder)
    await meanwhile()
  })
}

/** Number of uploads waiting for the table that a standstill locks. */
async function atWork(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_locks where not granted and relation = 'photos'::regclass`.execute(origin.deps.db)
  return rows[0]!.count
}

test.each([4.1, 5, 10, 25, 50, 100, 225])(
  'a picture %f times as long as wide is refused for that, without reading its pixels',
  async (ratio) => {
    const anna = await origin.aMember()
    const [short, long] = [400, Math.ceil(400 * ratio)]
    // The header promises pixels that are missing: reading them would report a damaged file.
    expect(await upload(anna, promisedPng(long, short))).toEqual([422, 'photo photo_ratio field.photo_ratio'])
    expect(await upload(anna, promisedPng(short, long))).toEqual([422, 'photo photo_ratio field.photo_ratio'])
  }
)

test('no part is accepted that is more than four times as long as wide', async () => {
  const anna = await origin.aMember()
  expect(await upload(anna, promisedPng(6000, 3000), '0,0,6000,400')).toEqual([422, 'crop invalid field.invalid'])
})

test('a member who sends many photos at once has one processed at a time, alongside another member’s first', async () => {
  const [flooder, other, ...first] = await Promise.all([
    origin.aMember({ paid_user: true }),
    origin.aMember(),
    origin.aMember(),
    origin.aMember()
  ])
  const picture = await aPicture()
  // Starts both picture processes, since the first upload after a pause has to wait for that.
  const warm: Promise<unknown>[] = []
  await standstill(async () => {
    for (const member of first) warm.push(upload(member, picture))
    await expect.poll(atWork, { timeout: 10_000 }).toBe(2)
  })
  await Promise.all(warm)
  const answered: string[] = []
  const send = async (as: TestMember, name: string) => {
    const [status] = await upload(as, picture)
    answered.push(`${name} ${status}`)
  }
  const uploads: Promise<void>[] = []
  await standstill(async () => {
    for (let number = 0; number < 8; number++) uploads.push(send(flooder, 'flooder'))
    await expect.poll(atWork, { timeout: 10_000 }).toBe(1)
    uploads.push(send(other, 'other'))
    await expect.poll(atWork, { timeout: 10_000 }).toBe(2)
  })
  await Promise.all(uploads)
  expect(answered.indexOf('other 200')).toBeLessThan(4)
  expect(answered.filter((one) => one === 'flooder 200')).toHaveLength(8)
})

test('files waiting for their member’s turn take no room from others', async () => {
  const [flooder, other] = [await origin.aMember(), await origin.aMember()]
  const heavy = new Uint8Array(10 * 1024 * 1024)
  heavy.set([0xff, 0xd8, 0xff])
  const headers = { cookie: `auth=${flooder.cookie}`, 'x-client-request': '1', 'content-type': 'image/jpeg' }
  const picture = await aPicture()
  const gone = new AbortController()
  const floods: Promise<Response>[] = []
  let served: Promise<unknown[]> | undefined
  await standstill(async () => {
    for (let number = 0; number < 14; number++) {
      const init = {
        method: 'POST',
        tenant: 'velvet',
        headers: { ...headers, 'idempotency-key': randomUUID() },
        body: heavy,
        signal: gone.signal
      }
      floods.push(origin.send('/api/photos.php', init))
    }
    await expect.poll(atWork, { timeout: 10_000 }).toBeGreaterThan(0)
    served = upload(other, picture)
    await expect.poll(atWork, { timeout: 10_000 }).toBe(2)
  })
  expect(await served).toEqual([200])
  gone.abort()
  await Promise.all(floods)
})
