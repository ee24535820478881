/** The same bytes, ending cleanly when the signal aborts: the client reconnects elsewhere. */
export function endOn(signal: AbortSignal, body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  const end = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    controller.close()
    void reader.cancel().catch(() => {})
  }
  let stop = () => {}
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        if (signal.aborted) return end(controller)
        stop = () => end(controller)
        signal.addEventListener('abort', stop)
      },
      async pull(controller) {
        const { done, value } = await reader.read().catch((error: unknown) => {
          // The origin is gone: the stream has already ended.
          signal.removeEventListener('abort', stop)
          throw error
        })
        if (signal.aborted) return
        if (!done) return controller.enqueue(value)
        signal.removeEventListener('abort', stop)
        controller.close()
      },
      async cancel(reason) {
        signal.removeEventListener('abort', stop)
        await reader.cancel(reason)
      }
    },
    { highWaterMark: 0 }
  )
}
