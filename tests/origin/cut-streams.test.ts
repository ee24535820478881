import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import { connect, createServer as createProxy, type AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import type { EventHub } from '../../origin/events/hub.ts'
import { endOn } from '../../worker/proxy/end-stream.ts'
import { write } from '../fixtures/acts.ts'
import { readEvents } from '../fixtures/event-reader.ts'
import { repeats } from '../fixtures/long.ts'
import type { TestMember } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'
import { hubAt } from '../fixtures/processes.ts'
import { databaseOf, openStream, listens } from '../fixtures/streams.ts'

const origin = sharedOrigin()
let url: string
beforeAll(async () => {
  url = await databaseOf(origin)
})

/** What cuts a stream: its browser, a proxy on the way, an edge that stops, an origin that is replaced. */
const CUTTERS = ['browser', 'proxy', 'edge', 'origin'] as const
const READERS = 10
/** Forced cuts of each of them. */
const CUTS = repeats(20, 500)
/** Messages per cut, each an event of two members: enough for one or two events between two cuts. */
const MESSAGES = repeats(12, 400)

/** Streams over real connections: from one of the hubs through something that ends them like an edge, and through a proxy that drops sockets. */
async function serveStreams(members: readonly TestMember[], hubs: readonly EventHub[]) {
  const edges = new Map<string, AbortController>()
  const server = createServer((request, response) => {
    const [, index = '', turn = '', last = ''] = request.url!.split('/')
    const [gone, edge] = [new AbortController(), new AbortController()]
    edges.set(index, edge)
    response.on('close', () => gone.abort())
    // A wake is lost while a new hub connects: the next look finds the event.
    const events = hubs[Number(turn) % hubs.length]!
    void openStream(origin, members[Number(index)]!, { events, look: 500, lastEventId: last, signal: gone.signal }).then(({ body }) =>
      pipeline(Readable.fromWeb(endOn(edge.signal, body!) as NodeReadableStream), response).catch(() => {})
    )
  })
  const dropped = new Map<number, () => void>()
  const proxy = createProxy((here) => {
    const there = connect((server.address() as AddressInfo).port, '127.0.0.1')
    const drop = () => {
      here.destroy()
      there.destroy()
    }
    dropped.set(here.remotePort!, drop)
    here.on('error', drop).on('close', drop).pipe(there)
    there.on('error', drop).on('close', drop).pipe(here)
  })
  for (const one of [server, proxy]) await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve))
  return {
    /** A stream of a member after an event, and what cuts it. */
    async open(index: number, turn: number, last: string) {
      const { port } = proxy.address() as AddressInfo
      const call = get({ host: '127.0.0.1', port, path: `/${index}/${turn}/${last}`, agent: false })
      const [answer] = (await once(call, 'response')) as [IncomingMessage]
      const { localPort } = answer.socket
      const reader = readEvents(new Response(Readable.toWeb(answer) as ReadableStream<Uint8Array>))
      return {
        next: () => reader.next().catch(() => null),
        cutBy: {
          browser: () => void answer.destroy(),
          proxy: () => dropped.get(localPort!)!(),
          edge: () => edges.get(String(index))!.abort()
        }
      }
    },
    async close() {
      server.closeAllConnections()
      await Promise.all([server, proxy].map((one) => new Promise((resolve) => one.close(resolve))))
    }
  }
}

test(
  `${READERS} members whose streams are cut ${CUTS} times lose no event and get none twice or out of order`,
  { timeout: repeats(90_000, 900_000) },
  async () => {
    const members = await Promise.all(Array.from({ length: READERS }, () => origin.aMember()))
    const hubs = [hubAt(url), hubAt(url)]
    // Events are written by a separate process: its hub wakes the streams of the other two.
    const own = origin.deps.events
    const writing = hubAt(url)
    origin.deps.events = writing
    const streams = await serveStreams(members, hubs)
    const cut: Record<string, number> = {}
    /** Another process takes the place of one of the two: all streams of its hub end. */
    async function replaceHub(turn: number): Promise<void> {
      const [old] = hubs.splice(turn % 2, 1, hubAt(url))
      await old!.close()
    }
    try {
      await Promise.all([...hubs, writing].map((hub) => listens(origin, hub)))
      const readers = members.map(async (_, index) => {
        const got: string[] = []
        // Not a number of events: a lost one would be waited for.
        const isBehind = () => Number(got.at(-1) ?? 0) < MESSAGES * 2
        for (let turn = 0; turn < CUTS || isBehind(); turn++) {
          const stream = await streams.open(index, turn, got.at(-1) ?? '0')
          const take = async () => {
            const event = await stream.next()
            if (event) got.push(event.id)
            return event !== null
          }
          for (let left = Math.floor(Math.random() * 3); left > 0 && isBehind(); left--) if (!(await take())) break
          if (turn >= CUTS) continue
          // A replaced origin ends the streams of half of them at once: one member is enough to make that happen often.
          const cutters = index === 0 ? CUTTERS : CUTTERS.slice(0, 3)
          const by = cutters[(turn + index) % cutters.length]!
          cut[by] = (cut[by] ?? 0) + 1
          if (by === 'origin') await replaceHub(turn)
          else stream.cutBy[by]()
          // What was in transit counts as never seen by a browser that has gone; an edge or an origin ends a stream after it.
          if (by === 'edge') while (await take());
        }
        return got
      })
      const writers = members.map(async (member, index) => {
        for (let message = 0; message < MESSAGES; message++) {
          await write(origin, member, members[(index + 1) % members.length]!, `message ${message}`)
          if (message % 10 === 0) await sleep(Math.random() * 20)
        }
      })
      await Promise.all(writers)
      const expected = Array.from({ length: MESSAGES * 2 }, (_, index) => String(index + 1))
      for (const got of await Promise.all(readers)) expect(got).toEqual(expected)
      expect(Object.values(cut).reduce((sum, times) => sum + times, 0)).toBe(READERS * CUTS)
    } finally {
      origin.deps.events = own
      await streams.close()
      await Promise.all([writing, ...hubs].map((hub) => hub.close()))
    }
  }
)
