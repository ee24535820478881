import type { ErrorCode } from '../../shared/api/errors.ts'

/** How long a browser may take to send a file, in ms: 10 MB at 1 Mbit/s take 84 s. */
export const SENDING = 120_000

/** A file being passed through. */
export interface UploadBody {
  stream: ReadableStream<Uint8Array<ArrayBuffer>>
  /** Resolves when the last byte has passed. */
  sent: Promise<void>
  /** Aborts because of the sender: disconnected, too slow, too large. */
  signal: AbortSignal
  /** Why it was aborted, if it was. */
  cut: () => ErrorCode | null
  /** Stops reading: there is an answer, or there will be none. */
  close: () => void
}

/**
 * The body of a request chunk by chunk, at most `limit` bytes of it: the edge never buffers a file. A failure on the sender's side aborts `signal`,
 * so that it isn't mistaken for a failure of the origin.
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
