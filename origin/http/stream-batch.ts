import type { BatchListener } from '../../shared/api/batch.ts'

const encoder = new TextEncoder()

/** A batch as an answer over http: each query's answer is a line of JSON. Rejects when the batch is refused as a whole. */
export function streamBatch(run: (listener: BatchListener) => Promise<void>): Promise<Response> {
  return new Promise((resolve, reject) => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>(undefined, undefined, {
      highWaterMark: Number.POSITIVE_INFINITY
    })
    const writer = writable.getWriter()
    const listener: BatchListener = {
      begins({ status, headers }) {
        headers.set('content-type', 'application/x-ndjson; charset=utf-8')
        resolve(new Response(readable, { status, headers }))
      },
      // A reader that has disconnected is not a failure.
      answers: (answer) => void writer.write(encoder.encode(`${JSON.stringify(answer)}\n`)).catch(() => {})
    }
    run(listener).then(
      () => writer.close().catch(() => {}),
      (error: unknown) => reject(error as Error)
    )
  })
}
