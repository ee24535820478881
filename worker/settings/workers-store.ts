import type { CopyStore, StoredCopy } from '../deps.ts'

/** What the store needs from a KV namespace. */
export interface KeyValue {
  get(key: string): Promise<string | null>
  put(key: string, value: string, options: { expirationTtl: number }): Promise<void>
}

/** How long the data centre's cache keeps a copy, in s: the edge trusts it for 30 s, then requests a new one. */
const CACHED = 30
/** How long a copy may stand in for an unavailable origin, in s. */
const KEPT = 7 * 86_400
/** Only this header says when a copy in a data centre's cache was stored: the cache has no stale-while-revalidate. */
const PUT_AT = 'x-put-at'

/**
 * Copies on Workers: the data centre's Cache API, then KV, if bound. KV is slow and up to a minute behind, so it is only useful when the origin is
 * unavailable. It is written when a copy's content has changed, not each time it is confirmed.
 */
export function createWorkersStore(cache: () => Promise<Cache>, kv: KeyValue | undefined): CopyStore {
  const addressOf = (key: string) => `https://settings.invalid/${encodeURIComponent(key)}`
  return {
    async get(key) {
      const cached = await (await cache()).match(addressOf(key))
      if (cached) return { ...((await cached.json()) as Omit<StoredCopy, 'at'>), at: Number(cached.headers.get(PUT_AT)) }
      return readCopy((await kv?.get(key)) ?? null)
    },
    async put(key, copy) {
      const { value, tag, at } = copy
      const headers = { 'cache-control': `max-age=${CACHED}`, 'content-type': 'application/json', [PUT_AT]: String(at) }
      await (await cache()).put(addressOf(key), new Response(JSON.stringify({ value, tag }), { headers }))
      if (!kv) return
      const held = readCopy(await kv.get(key))
      if (!held || tag === '' || held.tag !== tag) await kv.put(key, JSON.stringify(copy), { expirationTtl: KEPT })
    }
  }
}

function readCopy(text: string | null): StoredCopy | null {
  return text === null ? null : (JSON.parse(text) as StoredCopy)
}
