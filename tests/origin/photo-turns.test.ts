import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import { createTurns } from '../../origin/http/turns.ts'
import { isLong } from '../fixtures/long.ts'
import type { TestMember } from '../fixtures/origin.ts'
import { aPicture } from '../fixtures/pictures.ts'

// How long photos take is learned by a process, and files share theirs: this one begins with what is assumed.
vi.resetModules()
const { sharedOrigin } = await import('../fixtures/shared-origin.ts')

const origin = sharedOrigin()
let picture: Uint8Array
beforeAll(async () => {
  picture = await aPicture()
})

const photos = async () => (await origin.deps.db.selectFrom('photos').select('id').execute()).length

/** Sends a photo; adds the status to `answered` at once. */
function upload(as: TestMember, answered: number[] = [], signal?: AbortSignal): Promise<Response> {
  const headers = { cookie: `auth=${as.cookie}`, 'x-client-request': '1', 'content-type': 'image/png', 'idempotency-key': randomUUID() }
  const init = { method: 'POST', tenant: as.tenant, headers, body: picture, ...(signal && { signal }) }
  return origin.send('/api/photos.php', init).then((answer) => {
    answered.push(answer.status)
    return answer
  })
}

/** While it runs no photo can be read or written: uploads that have their turn wait. */
async function standstill(meanwhile: () => Promise<void>): Promise<void> {
  await origin.deps.db.transaction().execute(async (holder) => {
    await sql`lock table photos in access exclusive mode`.execute(holder)
    await meanwhile()
  })
}

/** Starts uploads and waits until the first two have their turn. */
async function twoAtWork(members: TestMember[]): Promise<Promise<Response>[]> {
  const uploads = [upload(members[0]!), upload(members[1]!)]
  await expect
    .poll(async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from pg_locks where not granted and relation = 'photos'::regclass`.execute(origin.deps.db)
      return rows[0]!.count
    })
    .toBe(2)
  return uploads
}

test.runIf(isLong)(
  'an upload that the edge would not wait for is told at once to retry; one whose sender has disconnected leaves the queue; the others are accepted',
  { timeout: 60_000 },
  async () => {
    const members = await Promise.all(Array.from({ length: 64 }, () => origin.aMember()))
    const answered: number[] = []
    let uploads: Promise<Response>[] = []
    // There is room for 64, but those who would be too late don't wait: at 0.9 s each, two at once, 53 are not late.
    const late = 62 - 53
    await standstill(async () => {
      uploads = await twoAtWork(members)
      const waiting = new Map<AbortController, Promise<Response>>()
      for (const member of members.slice(2)) {
        const sender = new AbortController()
        const answer = upload(member, answered, sender.signal)
        waiting.set(sender, answer)
        uploads.push(answer.finally(() => waiting.delete(sender)))
      }
      await expect.poll(() => answered, { timeout: 10_000 }).toEqual(Array.from({ length: late }, () => 503))
      const [gone] = waiting
      gone![0].abort()
      expect((await gone![1]).status).toBe(503)
    })
    const answers = await Promise.all(uploads)
    const refused = answers.filter(({ status }) => status === 503)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(64 - refused.length)
    // On a very busy machine, others may have to wait too long as well.
    expect(refused.length).toBeGreaterThan(late)
    expect(refused.map(({ headers }) => headers.get('x-load-shed'))).toEqual(refused.map(() => '1'))
    for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await photos()).toBe(64 - refused.length)
  }
)

test('work whose turn doesn’t come in time is not run', async () => {
  const inTurn = createTurns({ atOnce: 1, queueMax: 9, patience: 100 })
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = inTurn(() => promise)
  let done = 0
  await expect(inTurn(async () => void (done += 1))).rejects.toMatchObject({ code: 'unavailable', shed: true })
  resolve()
  await first
  // The long duration counts for later callers, but not when nothing is running.
  await inTurn(async () => void (done += 1))
  expect(done).toBe(1)
})
