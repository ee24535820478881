import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { Writable } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { signEdgeRequest } from '../../shared/auth/edge-signature.ts'
import { write } from '../fixtures/acts.ts'
import { exportAddressOf } from '../fixtures/export.ts'
import { VELVET_FACTS, type TestMember } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'
import { A_PICTURE, givePhoto } from '../fixtures/pictures.ts'

// An edge that disconnects in the middle of a request, because its browser has: nothing is logged.

const origin = sharedOrigin()
let server: Server
let member: TestMember
const lines: string[] = []
beforeAll(async () => {
  origin.deps.log = pino({ level: 'warn' }, new Writable({ write: (chunk, _, done) => done(void lines.push(String(chunk))) }))
  const answer = getRequestListener((request) => origin.fetch(request), { overrideGlobalObjects: false })
  server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  member = await origin.aMember()
  const other = await origin.aMember()
  await write(origin, member, other, 'A message for the archive')
  for (let photo = 0; photo < 3; photo++) await givePhoto(origin, member)
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => void (lines.length = 0))

/** Sends a signed request of the member with a part of its body. */
async function send(line: string, type: string, body: Uint8Array, part = 1): Promise<Socket> {
  const [method = '', path = ''] = line.split(' ')
  const headers = {
    ...(await signEdgeRequest(origin.deps.secrets.edge, method, path, VELVET_FACTS, origin.deps.realNow())),
    host: 'origin.internal',
    cookie: `auth=${member.cookie}`,
    'x-client-request': '1',
    'idempotency-key': crypto.randomUUID(),
    ...(body.length > 0 && { 'content-type': type, 'content-length': String(body.length) })
  }
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  const head = [`${line} HTTP/1.1`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  socket.write(body.subarray(0, Math.ceil(body.length * part)))
  return socket
}

/** The server has no connections and the origin no running work any more: everything has been logged. */
async function silence(): Promise<void> {
  await expect.poll(async () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))).toBe(0)
  await expect
    .poll(async () => {
      const { rows } =
        await sql`select 1 from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`.execute(
          origin.deps.db
        )
      return rows.length
    })
    .toBe(0)
  expect(lines).toEqual([])
}

const json = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
const WRITES = {
  'a write': ['PUT /api/user.php', 'application/json', json({ language: 'fi' })],
  'a file': ['POST /api/photos.php', 'image/png', A_PICTURE]
} as const

describe('an edge that disconnects', () => {
  test.each(Object.entries(WRITES))('while it sends %s is no error', async (_, [line, type, body]) => {
    const said = vi.spyOn(console, 'error')
    const received = once(server, 'request') as Promise<[IncomingMessage]>
    const socket = await send(line, type, body, 0.5)
    const [request] = await received
    await expect.poll(() => request.readableDidRead).toBe(true)
    socket.destroy()
    await silence()
    expect(said).not.toHaveBeenCalled()
  })

  test.each([...Object.entries(WRITES), ['a question', ['GET /api/user.php', '', new Uint8Array()]] as const])(
    'while the database works on %s is no error',
    async (_, [line, type, body]) => {
      const said = vi.spyOn(console, 'error')
      await origin.deps.db.transaction().execute(async (holder) => {
        await sql`lock table members, photos, sessions in access exclusive mode`.execute(holder)
        const socket = await send(line, type, body)
        await expect
          .poll(async () => {
            const { rows } = await sql`select 1 from pg_locks where not granted`.execute(origin.deps.db)
            return rows.length
          })
          .toBeGreaterThan(0)
        socket.destroy()
      })
      await silence()
      expect(said).not.toHaveBeenCalled()
    }
  )

  test.each(['GET /api/events.php', 'GET /api/export.php'])('while the answer to %s is sent is not an error', async (line) => {
    const said = vi.spyOn(console, 'error')
    const address = line.endsWith('export.php') ? `GET ${await exportAddressOf(origin, member)}` : line
    const socket = await send(address, '', new Uint8Array())
    await once(socket, 'data')
    socket.destroy()
    await silence()
    expect(said).not.toHaveBeenCalled()
  })
})
