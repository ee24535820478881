import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { endOn } from '../../worker/proxy/end-stream.ts'

/** A stream of the origin that the test writes, ends or breaks, as its reader gets it. */
function passed(signal: AbortSignal) {
  let controller!: ReadableStreamDefaultController<Uint8Array>
  let cancelled = false
  const body = new ReadableStream<Uint8Array>({
    start: (given) => void (controller = given),
    cancel: () => void (cancelled = true)
  })
  return {
    reader: endOn(signal, body).getReader(),
    write: (byte: number) => controller.enqueue(new Uint8Array([byte])),
    controller,
    cancelled: () => cancelled
  }
}

test('a stop ends a stream cleanly after what has been read, and cancels what it came from', async () => {
  const stop = new AbortController()
  const { reader, write, cancelled } = passed(stop.signal)
  write(1)
  expect((await reader.read()).value).toEqual(new Uint8Array([1]))
  const next = reader.read()
  stop.abort()
  expect(await next).toEqual({ done: true, value: undefined })
  expect(cancelled()).toBe(true)
})

test('a stop after the origin was killed or has ended the stream, or the reader has gone, ends nothing twice', async () => {
  const stop = new AbortController()
  const [broken, ended, left] = [passed(stop.signal), passed(stop.signal), passed(stop.signal)]
  const refused = expect(broken.reader.read()).rejects.toThrow('killed')
  broken.controller.error(new Error('killed'))
  await refused
  const end = ended.reader.read()
  ended.controller.close()
  expect((await end).done).toBe(true)
  await left.reader.cancel()
  // An error thrown by a listener would be an uncaught exception, which would end the process and all its connections.
  const thrown: unknown[] = []
  const note = (error: unknown) => void thrown.push(error)
  process.once('uncaughtException', note)
  stop.abort()
  await nextTurn()
  process.off('uncaughtException', note)
  expect(thrown).toEqual([])
})
