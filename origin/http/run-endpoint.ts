import * as v from 'valibot'
import type { Endpoint } from '../../shared/api/endpoint.ts'
import { networkOf } from '../../shared/rules/addresses.ts'
import { gather } from '../db/gather.ts'
import { withReruns } from '../db/in-transaction.ts'
import { inUnitOfWork } from '../db/unit-of-work.ts'
import type { AnyContext, AnyHandler, AnyPreparedHandler, Db } from './handler.ts'
import { handlerOf } from './handlers.ts'
import { hashRequest, keptAnswer, readIdempotencyKey, runOnce, type Once, type Outcome } from './idempotency.ts'
import { createTurns } from './turns.ts'

/** What is known about a call before its handler runs. */
export type Call = { endpoint: Endpoint } & Pick<
  AnyContext,
  | 'deps'
  | 'tenant'
  | 'pool'
  | 'viewer'
  | 'count'
  | 'query'
  | 'body'
  | 'cookies'
  | 'sessionHash'
  | 'now'
  | 'facts'
  | 'language'
  | 'userAgent'
  | 'gone'
>

/**
 * Runs the handler of a call: writes in a transaction, those with a key only once. Effects run after the commit; nothing remains of a run that was
 * rolled back, not even a cookie.
 */
export async function runEndpoint(call: Call, headers: Headers): Promise<Outcome> {
  const { endpoint } = call
  const once = endpoint.idempotency === 'key' ? readOnce(call, headers) : null
  const found = handlerOf(endpoint.name)
  if (typeof found === 'function') return await run(call, found, once)
  // With a key, the answer is stored in the same transaction.
  if ('atOnce' in found)
    return await (once ? runWrite(call, found.atOnce, once) : withReruns(() => runOutside(call, found.atOnce, call.deps.db)))
  return await runPrepared(call, found, once)
}

async function run(call: Call, handler: AnyHandler, once: Once | null, held?: () => Promise<void>): Promise<Outcome> {
  return await (call.endpoint.changes ? runWrite(call, handler, once, held) : runOutside(call, handler, gather(call.deps.db)))
}

/**
 * Turns for slow work before the transaction, such as hashing passwords: only as many at once as keep the cores busy. Waiting callers take turns, so
 * that one caller's hundreds of calls leave room for everyone else.
 */
const inTurn = createTurns({ atOnce: 8, queueMax: 500, each: { atOnce: 2, queueMax: 100 }, patience: 8_000 })

/** Turns for calls to other servers, which may hang: a waiting call costs little, but their number must be limited. */
const callInTurn = createTurns({ atOnce: 100, queueMax: 1_000, each: { atOnce: 50, queueMax: 500 }, patience: 8_000 })

/** Where no session is needed, having one doesn't make someone another caller. */
const callerOf = ({ endpoint, viewer, facts }: Call) => (endpoint.audience === 'member' && viewer ? viewer.public_id : networkOf(facts.ip))

/**
 * A call that was already answered is not prepared again. The transaction's time is that of its own start: the preparation may take half a minute. An
 * HttpError in the transaction takes as long as a success; one before it is the same for everyone.
 */
async function runPrepared(call: Call, prepared: AnyPreparedHandler, once: Once | null): Promise<Outcome> {
  const { deps } = call
  const started = deps.realNow()
  const kept = once && (await keptAnswer(deps.db, once))
  if (kept) return kept
  const prepare = () => prepared.prepare(contextOf(call, outsideTransactions(call), once))
  // For files, with-upload.ts already limits each sender to one at a time.
  const handler = await (call.endpoint.takes.kind === 'file'
    ? prepare()
    : (prepared.calls ? callInTurn : inTurn)(prepare, { of: callerOf(call), gone: call.gone }))
  const { atLeast } = prepared
  return await run(
    { ...call, now: deps.now() },
    handler,
    once,
    atLeast === undefined ? undefined : () => deps.pause(Math.max(0, started + atLeast - deps.realNow()))
  )
}

/** What a handler runs in, and what it produces besides its answer. */
type Run = Pick<AnyContext, 'db' | 'afterCommit'> & { cookies: string[] }

/** There is nothing to commit: effects run at once. */
const outsideTransactions = ({ deps }: Call): Run => ({ db: deps.db, cookies: [], afterCommit: (effect) => effect() })

async function runOutside(call: Call, handler: AnyHandler, db: Db): Promise<Outcome> {
  return await outcomeOf(call, handler, { ...outsideTransactions(call), db }, null)
}

/** @param held awaited before the effects, until the answer may be sent: otherwise a caller could come back with a session that has just ended */
async function runWrite(call: Call, handler: AnyHandler, once: Once | null, held?: () => Promise<void>): Promise<Outcome> {
  return await inUnitOfWork(
    call.deps,
    async ({ db, afterCommit }) => {
      const run = () => outcomeOf(call, handler, { db, cookies: [], afterCommit }, once)
      return await (once ? runOnce(db, once, call.now, run) : run())
    },
    { now: call.now, held }
  )
}

/**
 * The answer to a read as its handler returns it, for a caller in the same process, which must not modify it.
 * @param db what it reads from
 */
export async function runQuery(call: Call, db: Db): Promise<unknown> {
  const handler = handlerOf(call.endpoint.name)
  if (call.endpoint.changes || typeof handler !== 'function') return JSON.parse((await runEndpoint(call, new Headers())).text) as unknown
  return await outputOf(call, handler, contextOf(call, { ...outsideTransactions(call), db }, null))
}

async function outcomeOf(call: Call, handler: AnyHandler, run: Run, once: Once | null): Promise<Outcome> {
  const output = await outputOf(call, handler, contextOf(call, run, once))
  return { text: JSON.stringify(output), cookies: run.cookies }
}

async function outputOf({ endpoint, deps }: Call, handler: AnyHandler, context: AnyContext): Promise<unknown> {
  const output = await handler(context)
  if (deps.local) checkOutput(endpoint, output)
  return output
}

/** Lets the first test that calls a handler find a breach of the contract. */
function checkOutput(endpoint: Endpoint, output: unknown): void {
  const issue = v.safeParse(endpoint.output, output).issues?.[0]
  if (issue) throw new Error(`The answer of ${endpoint.name} does not fit its contract at "${v.getDotPath(issue) ?? ''}": ${issue.message}`)
}

function contextOf(call: Call, { db, cookies, afterCommit }: Run, once: Once | null): AnyContext {
  const { endpoint: _, ...known } = call
  return {
    ...known,
    db,
    idempotencyKey: once?.key ?? '',
    setCookie: (value) => cookies.push(value),
    afterCommit
  }
}

function readOnce({ endpoint, deps, viewer, tenant, query, body }: Call, headers: Headers): Once {
  const secret = deps.secrets.app
  return {
    key: readIdempotencyKey(headers),
    subject: viewer ? viewer.public_id : `site:${tenant.settings.id}`,
    endpoint: endpoint.name,
    requestHash: hashRequest(secret, query, body),
    secret
  }
}
