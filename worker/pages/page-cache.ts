/** A visitor's page as ready bytes. */
export interface KeptPage {
  /** Real time in ms from which it is to be made again. */
  until: number
  status: number
  bytes: Uint8Array<ArrayBuffer>
  brotli: Uint8Array<ArrayBuffer> | null
  gzip: Uint8Array<ArrayBuffer> | null
  etag: string
  headers: Record<string, string>
}

/** Bytes of pages kept in memory where nothing else is told. */
const LIMIT = 64 * 1024 * 1024

/** Visitors' pages by the text of their key; the least recently used leave first. */
export class PageCache {
  readonly #pages = new Map<string, KeptPage>()
  readonly #limit: number
  #size = 0

  /** @param limit bytes of pages; 0 keeps none */
  constructor(limit = LIMIT) {
    this.#limit = limit
  }

  /** Is it worth making a page ready for the next visitor? */
  get keeps(): boolean {
    return this.#limit > 0
  }

  /** @param now real time in ms */
  get(key: string, now: number): KeptPage | undefined {
    const page = this.#pages.get(key)
    if (page && page.until <= now) return undefined
    if (page) {
      this.#pages.delete(key)
      this.#pages.set(key, page)
    }
    return page
  }

  set(key: string, page: KeptPage): void {
    this.#drop(key)
    this.#pages.set(key, page)
    this.#size += sizeOf(page)
    for (const oldest of this.#pages.keys()) {
      if (this.#size <= this.#limit) break
      this.#drop(oldest)
    }
  }

  get entries(): number {
    return this.#pages.size
  }

  #drop(key: string): void {
    const page = this.#pages.get(key)
    if (!page) return
    this.#pages.delete(key)
    this.#size -= sizeOf(page)
  }
}

const sizeOf = (page: KeptPage) => page.bytes.length + (page.brotli?.length ?? 0) + (page.gzip?.length ?? 0) + 512

/** A weak validator of the bytes: 64 bits of FNV-1a in two halves, four bytes at a time. */
export function etagOf(bytes: Uint8Array<ArrayBuffer>): string {
  let one = 0x811c9dc5
  let two = 0xcbf29ce4
  const words = new Int32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length - (bytes.length % 4)))
  // Indexed: an iterator takes ten times as long.
  for (let index = 0; index < words.length; index++) {
    one = Math.imul(one ^ words[index]!, 0x01000193)
    two = Math.imul(two ^ words[index]!, 0x0100019d) ^ (two >>> 15)
  }
  for (const byte of bytes.subarray(4 * words.length)) {
    one = Math.imul(one ^ byte, 0x01000193)
    two = Math.imul(two ^ byte, 0x0100019d)
  }
  return `W/"${(one >>> 0).toString(36)}.${(two >>> 0).toString(36)}.${bytes.length.toString(36)}"`
}
