import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { keptSince } from '../../shared/rules/retention.ts'
import { fieldError } from '../../shared/api/errors.ts'
import { defer } from '../db/defer.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import type { Deps } from '../deps.ts'
import type { Db } from './handler.ts'
import { HttpError } from './http-error.ts'

/** A call that must take effect only once, however often it arrives. */
export interface Once {
  /** The caller: the member, or the address of a visitor. */
  subject: string
  endpoint: string
  key: string
  /** Of query and body as parsed by the schemas, so that formatting doesn't matter. */
  requestHash: Buffer
}

const KEY = /^[A-Za-z0-9_-]{8,80}$/

/** The `Idempotency-Key` header; throws an HttpError when it is missing or malformed. */
export function readIdempotencyKey(headers: Headers): string {
  const key = headers.get('idempotency-key') ?? ''
  if (!KEY.test(key)) throw new HttpError('invalid', { fields: [fieldError('idempotency_key', key === '' ? 'required' : 'invalid')] })
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
export async function runOnce(db: Db, once: Once, now: Date, effect: () => Promise<string>): Promise<string> {
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
  const text = await effect()
  await defer(
    db,
    db
      .updateTable('idempotency_keys')
      // As text: jsonb would reorder the keys of the answer.
      .set({ answer: JSON.stringify({ text }) })
      .where('subject', '=', subject)
      .where('entry', '=', endpoint)
      .where('key', '=', key)
      .compile()
  )
  return text
}

/** The stored answer for this key, or null if there is none yet. Throws `idempotency_key_reused`. */
export async function keptAnswer(db: Db, { subject, endpoint, key, requestHash }: Once): Promise<string | null> {
  const kept = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'answer'])
    .where('subject', '=', subject)
    .where('entry', '=', endpoint)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!kept) return null
  if (!kept.request_hash.equals(requestHash)) throw new HttpError('idempotency_key_reused')
  return String(kept.answer['text'])
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
