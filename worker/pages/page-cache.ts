/** A visitor's page as ready bytes. */
export interface CachedPage {
  /** Real time in ms after which it has to be rendered again. */
  until: number
  status: number
  bytes: Uint8Array<ArrayBuffer>
  brotli: Uint8Array<ArrayBuffer> | null
  gzip: Uint8Array<ArrayBuffer> | null
  etag: string
  headers: readonly Header[]
  /** Real time in ms when it was last moved to the end of the queue. */
  used: number
}

/** Name and value. */
export type Header = [string, string]

/** Bytes of pages cached in memory by default. */
const LIMIT = 64 * 1024 * 1024
/** How often a page in constant use is moved, in ms: the order needn't be more exact. */
const MOVE_EVERY = 1000

/** Visitors' pages by the text of their key; the least recently used are evicted first. */
export class PageCache {
  readonly #pages = new Map<string, CachedPage>()
  readonly #limit: number
  #size = 0

  /** @param limit bytes of pages; 0 caches none */
  constructor(limit = LIMIT) {
    this.#limit = limit
  }

  /** Does it cache pages at all? */
  get keeps(): boolean {
    return this.#limit > 0
  }

  /** @param now real time in ms */
  get(key: string, now: number): CachedPage | undefined {
    const page = this.#pages.get(key)
    if (page && page.until <= now) return undefined
    if (page && now - page.used >= MOVE_EVERY) {
      page.used = now
      this.#pages.delete(key)
      this.#pages.set(key, page)
    }
    return page
  }

  set(key: string, page: CachedPage): void {
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

const sizeOf = (page: CachedPage) => page.bytes.length + (page.brotli?.length ?? 0) + (page.gzip?.length ?? 0) + 512

/** Multipliers of the four lanes; odd, so that no step loses information. */
const [A, B, C, D] = [0x01000193, 0x0100019d, 0x85ebca6b | 0, 0xc2b2ae35 | 0] as const

/** A weak validator of the bytes: FNV-1a in four lanes that a processor can run in parallel, each over every fourth word. */
export function etagOf(bytes: Uint8Array<ArrayBuffer>): string {
  const whole = bytes.length - (bytes.length % 16)
  const words = new Int32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + whole))
  let [a, b, c, d] = [0x811c9dc5 | 0, 0xcbf29ce4 | 0, 0x9e3779b9 | 0, 0x7f4a7c15]
  // Indexed: an iterator takes ten times as long.
  for (let index = 0; index < words.length; index += 4) {
    a = Math.imul(a ^ words[index]!, A)
    b = Math.imul(b ^ words[index + 1]!, B)
    c = Math.imul(c ^ words[index + 2]!, C)
    d = Math.imul(d ^ words[index + 3]!, D)
  }
  for (const byte of bytes.subarray(whole)) {
    a = Math.imul(a ^ byte, A)
    b = Math.imul(b ^ byte, B)
  }
  return `W/"${[a, b, c, d, bytes.length].map((part) => (part >>> 0).toString(36)).join('.')}"`
}
