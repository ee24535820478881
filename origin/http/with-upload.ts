import type { Upload } from '../../shared/api/entry.ts'
import { readBytes } from './read-request.ts'
import { Refusal } from './refusal.ts'

/** Bytes of uploads in memory at once: a dozen of the largest, hundreds of ordinary ones. Who comes beyond is told to come back. */
const ROOM = 128 * 1024 * 1024

let held = 0

/**
 * Reads a file from the body and works with it; as long as that takes it counts against the room there is for files.
 * Throws a refusal for another content type, for more than may be sent, and `unavailable` when there is no room.
 */
export async function withUpload<T>(request: Request, { types, maxBytes }: Upload, work: (bytes: Uint8Array) => Promise<T>): Promise<T> {
  if (!types.includes(request.headers.get('content-type')?.toLowerCase() ?? '')) throw new Refusal('unsupported_media_type')
  let mine = 0
  try {
    const bytes = await readBytes(request, maxBytes, (size) => {
      if (held + size > ROOM) throw new Refusal('unavailable', { retryAfter: 2, shed: true })
      held += size
      mine += size
    })
    return await work(bytes)
  } finally {
    held -= mine
  }
}
