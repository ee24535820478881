import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { keptSince } from '../../shared/rules/retention.ts'
import { defer } from '../db/defer.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import type { Deps } from '../deps.ts'
import { seal, unseal } from '../seal.ts'
import type { Db } from './handler.ts'
import { HttpError, invalidField } from './http-error.ts'

/** A call that must take effect only once, however often it arrives. */
export interface Once {
  /**
   * The caller: a member, or the site for its visitors, whose network may change between two attempts. The key can't be guessed, and the same request
   * with the same password comes from the same person.
   */
  subject: string
  endpoint: string
  key: string
  /** Of query and body as parsed by the schemas, so that formatting doesn't matter. */
  requestHash: Buffer
  /** The origin's secret: it seals the answer's cookies, which let a browser in. */
  secret: string
}

/** The answer as JSON text, and its cookies. */
export interface Outcome {
  text: string
  cookies: string[]
}

const KEY = /^[A-Za-z0-9_-]{8,80}$/

/** The `Idempotency-Key` header; throws an HttpError when it is missing or malformed. */
export function readIdempotencyKey(headers: Headers): string {
  const key = headers.get('idempotency-key') ?? ''
  if (!KEY.test(key)) throw invalidField('idempotency_key', key === '' ? 'required' : 'invalid')
  return key
}

/** Keyed by the origin's secret: a body may contain a password, which could be guessed from a plain hash in a copy of the table. */
export function hashRequest(secret: string, query: unknown, body: unknown): Buffer {
  const hash = createHmac('sha256', secret).update('idempotency request\n')
  return body instanceof Uint8Array
    ? hash
        .update(`${JSON.stringify(query)}\n`)
        .update(body)
        .digest()
    : hash.update(JSON.stringify([query, body])).digest()
}

/**
 * Runs `effect` and stores its answer in the same transaction, or returns the stored answer. A simultaneous second call waits at the key's row for
 * the first one's commit. Throws `idempotency_key_reused` when the key came with another request.
 */
export async function runOnce(db: Db, once: Once, now: Date, effect: () => Promise<Outcome>): Promise<Outcome> {
  const { subject, endpoint, key, requestHash } = once
  const claimed = await db
    .insertInto('idempotency_keys')
    .values({ subject, entry: endpoint, key, request_hash: requestHash, answer: '{}', created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (!claimed) {
    const kept = await keptAnswer(db, once)
    if (kept === null) throw new Error('A key that is taken has no answer')
    return kept
  }
  const outcome = await effect()
  await defer(
    db,
    db
      .updateTable('idempotency_keys')
      // As text: jsonb would reorder the keys of the answer.
      .set({ answer: JSON.stringify({ text: outcome.text, ...sealed(once, outcome.cookies) }) })
      .where('subject', '=', subject)
      .where('entry', '=', endpoint)
      .where('key', '=', key)
      .compile()
  )
  return outcome
}

/** The stored answer for this key, or null if there is none yet. Throws `idempotency_key_reused`. */
export async function keptAnswer(db: Db, once: Once): Promise<Outcome | null> {
  const { subject, endpoint, key, requestHash } = once
  const kept = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'answer'])
    .where('subject', '=', subject)
    .where('entry', '=', endpoint)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!kept) return null
  if (!kept.request_hash.equals(requestHash)) throw new HttpError('idempotency_key_reused')
  return { text: String(kept.answer['text']), cookies: unsealed(once, kept.answer['cookies']) }
}

const placeOf = ({ subject, endpoint, key }: Once) => `answer\n${subject}\n${endpoint}\n${key}`

/** Cookies as they are stored; nothing if there are none. */
function sealed(once: Once, cookies: readonly string[]): { cookies?: string } {
  return cookies.length === 0 ? {} : { cookies: seal(once.secret, placeOf(once), JSON.stringify(cookies)).toString('base64url') }
}

function unsealed(once: Once, cookies: unknown): string[] {
  return typeof cookies === 'string' ? (JSON.parse(unseal(once.secret, placeOf(once), Buffer.from(cookies, 'base64url'))) as string[]) : []
}

/** Deletes the stored answers of a caller. */
export async function deleteAnswers(db: Db, subject: string): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('subject', '=', subject).execute()
}

/** Deletes old answers, whose clients have given up long ago. Returns how many. */
export async function purgeExpiredKeys({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  const before = keptSince('answer', now())
  return await deleteInBatches(db, 'idempotency_keys', sql`created_at < ${before}`)
}
