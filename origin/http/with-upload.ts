import { LIMITS, type FileBody } from '../../shared/api/endpoint.ts'
import { readBytes } from './read-request.ts'
import { HttpError } from './http-error.ts'
import { createTurns } from './turns.ts'

/** Bytes of uploads in memory at once: a dozen of the largest, hundreds of ordinary ones. Callers beyond that are told to retry later. */
const ROOM = 128 * 1024 * 1024

let held = 0

/** One file at a time per sender: the next one isn't even read before. As many may wait as the rate limit lets through in a minute. */
const inTurn = createTurns({ atOnce: Infinity, queueMax: Infinity, each: { atOnce: 1, queueMax: LIMITS.upload } })

/**
 * Reads a file from the body and processes it; meanwhile its size counts against the room for files. Throws an HttpError for another content type,
 * for a file that is too large, and `unavailable` when there is no room.
 * @param of one name for all files of one sender
 */
export async function withUpload<T>(request: Request, of: string, upload: FileBody, work: (bytes: Uint8Array) => Promise<T>): Promise<T> {
  const type = request.headers.get('content-type')?.toLowerCase() ?? ''
  if (!upload.types.includes(type)) throw new HttpError('unsupported_media_type')
  return await inTurn(() => readAndWork(request, upload, work), { of, gone: request.signal })
}

async function readAndWork<T>(request: Request, { maxBytes }: FileBody, work: (bytes: Uint8Array) => Promise<T>): Promise<T> {
  let mine = 0
  try {
    const bytes = await readBytes(request, maxBytes, (size) => {
      if (held + size > ROOM) throw new HttpError('unavailable', { retryAfter: 2 })
      held += size
      mine += size
    })
    return await work(bytes)
  } finally {
    held -= mine
  }
}
