import * as v from 'valibot'
import type { EdgeDeps, StoredCopy } from '../deps.ts'
import { callOrigin, DEADLINES, ownFacts } from '../proxy/call-origin.ts'
import type { Loaded } from './fresh.ts'

/** A copy that another isolate has put there is as good as an answer for this long, in ms. */
const COPY_FRESH = 30_000

/** Where an answer came from. */
export type Found = 'origin' | 'unchanged' | 'copy' | 'failed'

interface Held<Raw, T> extends Loaded<T> {
  /** The answer as it came, for the copy. */
  raw: Raw
  tag: string
}

interface Source<E extends { output: v.GenericSchema }, T> {
  endpoint: E
  /** Under which the copy is kept. */
  key: string
  /** What is made of an answer, once: a 304 brings the same object again. */
  shape: (answer: v.InferOutput<E['output']>) => T
  note: (found: Found) => void
}

/**
 * One of the origin's answers to the edge, with its `ETag`: revalidating it mostly costs a 304. The runtime's own copy, where it
 * keeps one, saves the question while it is young and is better than nothing when the origin is away. An answer that does not
 * fit the schema is none.
 */
export function createSource<E extends { output: v.GenericSchema }, T>(deps: EdgeDeps, { endpoint, key, shape, note }: Source<E, T>) {
  type Raw = v.InferOutput<E['output']>
  let held: Held<Raw, T> | null = null

  async function copyOf(): Promise<StoredCopy | null> {
    return (await deps.store?.get(key).catch(() => null)) ?? null
  }

  function accept({ value, tag, at }: StoredCopy): Held<Raw, T> | null {
    const parsed = v.safeParse(endpoint.output, value)
    return parsed.success ? { raw: parsed.output, value: shape(parsed.output), tag, at } : null
  }

  async function ask(target: string): Promise<Held<Raw, T>> {
    const at = deps.realNow()
    const answer = await callOrigin(deps, {
      method: 'GET',
      target,
      facts: ownFacts(),
      ...(held?.tag ? { headers: { 'if-none-match': held.tag } } : {}),
      deadline: DEADLINES.settings,
      // For the body too.
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
    if (!forced && deps.store) {
      const copy = await copyOf()
      const young = copy && copy.at > (held?.at ?? 0) && deps.realNow() - copy.at < COPY_FRESH ? accept(copy) : null
      if (young) {
        note('copy')
        return (held = young)
      }
    }
    try {
      const answer = await ask(target)
      held = answer
      if (deps.store) deps.waitUntil(deps.store.put(key, { value: answer.raw, tag: answer.tag, at: answer.at }))
      return answer
    } catch (error) {
      const copy = held ? null : await copyOf()
      const old = copy && accept(copy)
      note(old ? 'copy' : 'failed')
      if (!old) throw error
      return (held = old)
    }
  }
}
