import type { ErrorCode } from '../../shared/api/errors.ts'

/** How long a browser may take to send a file, in ms: 10 MB at 1 Mbit/s take 84 s. */
const SENDING = 120_000

/** A file on its way through. */
export interface UploadBody {
  stream: ReadableStream<Uint8Array<ArrayBuffer>>
  /** Resolves when the last byte has passed. */
  sent: Promise<void>
  /** Aborts with the one who sends: gone, too slow, too much. */
  signal: AbortSignal
  /** Why it was cut off, if it was. */
  cut: () => ErrorCode | null
  /** No one reads on: there is an answer, or there will be none. */
  close: () => void
}

/**
 * The body of a request piece by piece, at most `limit` bytes of it: the edge holds no file. What goes wrong on the sender's
 * side aborts `signal`, so that it is not taken for a failure of the origin.
 */
export function uploadBody(body: ReadableStream<Uint8Array>, limit: number): UploadBody {
  const reader = (body as ReadableStream<Uint8Array<ArrayBuffer>>).getReader()
  const aborter = new AbortController()
  const { promise: sent, resolve } = Promise.withResolvers<void>()
  let why: ErrorCode | null = null
  let length = 0
  const cutOff = (code: ErrorCode) => {
    why ??= code
    clearTimeout(timer)
    aborter.abort(new DOMException(`Upload cut off: ${code}`, 'AbortError'))
    void reader.cancel().catch(() => {})
  }
  const timer = setTimeout(() => cutOff('timeout'), SENDING)
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        if (value) length += value.length
        if (length > limit) cutOff('too_large')
        if (why) return controller.error(aborter.signal.reason)
        if (!done) return controller.enqueue(value)
        clearTimeout(timer)
        resolve()
        controller.close()
      } catch {
        cutOff('bad_request')
        controller.error(aborter.signal.reason)
      }
    },
    cancel: () => close()
  })
  const close = () => {
    clearTimeout(timer)
    void reader.cancel().catch(() => {})
  }
  return { stream, sent, signal: aborter.signal, cut: () => why, close }
}
