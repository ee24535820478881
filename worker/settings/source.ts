import * as v from 'valibot'
import type { EdgeDeps, StoredCopy } from '../deps.ts'
import { callOrigin, DEADLINES, ownFacts } from '../proxy/call-origin.ts'
import type { Loaded } from './fresh.ts'

/** How long a copy stored by another isolate replaces what this one has, in ms. */
const COPY_FRESH = 30_000

/** Where a value was found. */
export type Found = 'origin' | 'unchanged' | 'copy' | 'failed'

interface Held<Raw, T> extends Loaded<T> {
  /** The raw answer, for the stored copy. */
  raw: Raw
  tag: string
}

interface Source<E extends { output: v.GenericSchema }, T> {
  endpoint: E
  /** The key of the stored copy. */
  key: string
  /** Transforms an answer, once: after a 304 the same object is used again. */
  shape: (answer: v.InferOutput<E['output']>) => T
  note: (found: Found) => void
}

/**
 * One of the origin's answers to the edge, with its `ETag`: revalidating it usually costs only a 304. The runtime's own copy, if it has one, saves
 * the request while it is recent and, however old, is better than nothing. An answer that doesn't match the schema is ignored.
 */
export function createSource<E extends { output: v.GenericSchema }, T>(deps: EdgeDeps, { endpoint, key, shape, note }: Source<E, T>) {
  type Raw = v.InferOutput<E['output']>
  let held: Held<Raw, T> | null = null

  function accept({ value, tag, at }: StoredCopy): Held<Raw, T> | null {
    const parsed = v.safeParse(endpoint.output, value)
    return parsed.success ? { raw: parsed.output, value: shape(parsed.output), tag, at } : null
  }

  async function storedCopy(): Promise<Held<Raw, T> | null> {
    const copy = await deps.store?.get(key).catch(() => null)
    if (!copy || (held && (copy.at <= held.at || deps.realNow() - copy.at >= COPY_FRESH))) return null
    const accepted = accept(copy)
    if (accepted) note('copy')
    return accepted
  }

  async function ask(target: string): Promise<Held<Raw, T>> {
    const at = deps.realNow()
    const answer = await callOrigin(deps, {
      method: 'GET',
      target,
      facts: ownFacts(),
      ...(held?.tag ? { headers: { 'if-none-match': held.tag } } : {}),
      deadline: DEADLINES.settings,
      // The deadline covers the body too.
      signal: AbortSignal.timeout(DEADLINES.settings)
    })
    if (answer.status === 304 && held) {
      note('unchanged')
      return { ...held, at }
    }
    if (!answer.ok) throw new Error(`${target} answered ${answer.status}`)
    const accepted = accept({ value: await answer.json(), tag: answer.headers.get('etag') ?? '', at })
    if (!accepted) throw new Error(`${target} does not fit`)
    note('origin')
    return accepted
  }

  return async (target: string, forced: boolean): Promise<Loaded<T>> => {
    const copy = forced ? null : await storedCopy()
    if (copy) return (held = copy)
    try {
      const answer = await ask(target)
      held = answer
      if (deps.store) deps.waitUntil(deps.store.put(key, { value: answer.raw, tag: answer.tag, at: answer.at }))
      return answer
    } catch (error) {
      const instead = held ? null : await storedCopy()
      if (instead) return (held = instead)
      note('failed')
      throw error
    }
  }
}
