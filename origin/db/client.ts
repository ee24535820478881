import { createHash } from 'node:crypto'
import type { CompiledQuery } from 'kysely'
import pg from 'pg'
import { RoundTrip, type Answer, type Statement } from './round-trip.ts'

/** Maximum of statements prepared per connection; any more, such as lists of every length, are planned each time. */
const MOST = 400

/** Statement names by text, the same on every connection. */
const names = new Map<string, string>()
let generation = 0

/** A short name for a statement, or undefined if there are too many already. */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= MOST) return undefined
  const name = `${generation}_${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`
  names.set(text, name)
  return name
}

/**
 * PostgreSQL refuses a prepared statement whose columns have changed: a newer version of the program has migrated the database while this one runs.
 * All statements are prepared again under new names.
 */
export function isOutdatedPlan(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '0A000' && error.message.startsWith('cached plan')
}

/** Was this error reported by the server? Any other is about the connection. */
export function isReported(error: unknown): boolean {
  return error instanceof Error && 'severity' in error
}

function prepareAgain(): void {
  names.clear()
  generation += 1
}

type Query = Pick<CompiledQuery, 'sql' | 'parameters'>

/**
 * Statements that are sent together (together.ts, gather.ts), as the only value of one that stands for all of them. The answer is that of the last
 * one.
 */
export class Batch {
  readonly queries: readonly Query[]
  /** In a transaction they are sent with the next statement or the commit (defer.ts). */
  readonly deferred: boolean
  /** The answers to all of them; if one fails, to those before it. */
  answers: readonly Answer[] = []

  constructor(queries: readonly Query[], { deferred = false } = {}) {
    this.queries = queries
    this.deferred = deferred
  }
}

const NOTHING: Omit<Answer, 'command'> = { rowCount: 0, rows: [] }

/**
 * A connection that waits as rarely as possible: `begin` travels with the first statement of the transaction, a deferred one with the next or the
 * commit, a batch is sent at once, and PostgreSQL plans each statement once: planning most of our statements takes longer than running them (a count:
 * 0.98 ms to plan, 0.17 to run).
 */
export class PreparedClient extends pg.Client {
  #inTransaction = false
  /** What travels with the next statement of the transaction: `begin`, and what was deferred. */
  #waiting: Batch[] = []
  /** The server doesn't know of the transaction yet. */
  #beginning = false

  // The types of `query` are eight overloads; Kysely calls it with a text and values and awaits the answer.
  override query = ((text: unknown, values?: unknown, ...rest: unknown[]): unknown => {
    if (typeof text !== 'string' || !Array.isArray(values) || rest.length > 0) return send.call(this, text, values, ...rest)
    if (values.length > 0) return this.#run(text, values)
    if (text === 'begin') return this.#begin()
    if (text === 'commit') return this.#commit()
    if (text === 'rollback') return this.#end(text)
    return this.#plain(text)
  }) as pg.Client['query']

  async #begin(): Promise<Answer> {
    this.#inTransaction = true
    this.#beginning = true
    this.#waiting = [new Batch(this.beginning.map((sql) => ({ sql, parameters: [] })))]
    return { command: 'BEGIN', ...NOTHING }
  }

  async #commit(): Promise<unknown> {
    // A transaction without a statement has nothing to end.
    if (this.#waiting.length === Number(this.#beginning)) return await this.#end('commit')
    const commit = new Batch([{ sql: 'commit', parameters: [] }])
    await this.#sendAll(commit)
    this.#inTransaction = false
    return commit.answers[0]
  }

  /** Without what is waiting; a transaction that the server doesn't know of needs no end. */
  async #end(text: string): Promise<unknown> {
    this.#inTransaction = false
    this.#waiting = []
    if (!this.#beginning) return await this.#pass(text)
    this.#beginning = false
    return { command: text.toUpperCase(), ...NOTHING }
  }

  /** Statements without values are not prepared: they may be several in one text. */
  async #plain(text: string): Promise<unknown> {
    if (this.#waiting.length > 0) await this.#sendAll()
    return await this.#pass(text)
  }

  /** Sends it as pg itself does. */
  async #pass(text: string): Promise<unknown> {
    try {
      return await send.call(this, text)
    } catch (error) {
      this.#endIfBroken(error)
      throw error
    }
  }

  /** Ends a broken connection, such as one that didn't answer in time: the pool would give it to the next request. */
  #endIfBroken(reason: unknown): void {
    if (!isReported(reason)) this.end().catch(() => {})
  }

  async #run(text: string, values: unknown[]): Promise<Answer> {
    const batch = values[0] instanceof Batch ? values[0] : new Batch([{ sql: text, parameters: values }])
    if (batch.deferred && this.#inTransaction) {
      this.#waiting.push(batch)
      return { command: '', ...NOTHING }
    }
    await this.#sendAll(batch)
    return batch.answers.at(-1)!
  }

  /** Sends what is waiting, then `last`; a transaction is run again as a whole if a plan is outdated (isConflict). */
  async #sendAll(...last: Batch[]): Promise<void> {
    const batches = [...this.#waiting.splice(0), ...last]
    this.#beginning = false
    try {
      await this.#sendBatches(batches)
    } catch (error) {
      if (!isOutdatedPlan(error)) throw error
      prepareAgain()
      if (this.#inTransaction) throw error
      await this.#sendBatches(batches)
    }
  }

  async #sendBatches(batches: readonly Batch[]): Promise<void> {
    const statements = batches.flatMap(({ queries }) => queries.map(({ sql, parameters }) => this.#statement(sql, parameters)))
    await this.#send(statements, (answers) => {
      let from = 0
      for (const batch of batches) batch.answers = answers.slice(from, (from += batch.queries.length))
    })
  }

  #statement(text: string, values: readonly unknown[]): Statement {
    return { text, values, name: this.nameOf(text) }
  }

  /** The statements that begin a transaction. */
  protected readonly beginning: readonly string[] = ['begin']

  /** The name under which a statement is prepared. */
  protected nameOf(text: string): string | undefined {
    return nameOf(text)
  }

  /** @param took gets the answers, with an error those before it */
  async #send(statements: readonly Statement[], took: (answers: readonly Answer[]) => void): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const trip = new RoundTrip(
        statements,
        (type) => this.getTypeParser(type) as (text: string) => unknown,
        (error, answers = []) => {
          took(answers)
          if (!error) return resolve()
          this.#endIfBroken(error)
          reject(error)
        }
      )
      send.call(this, trip)
    })
  }
}

/**
 * The same behind a pooler that gives each transaction another connection: nothing is prepared, and each transaction brings its own time limits. As
 * parameters of the connection, poolers refuse them.
 */
export class PooledClient extends PreparedClient {
  protected override readonly beginning: readonly string[]

  constructor({ statement_timeout, lock_timeout, idle_in_transaction_session_timeout, ...config }: pg.ClientConfig = {}) {
    super(config)
    const limits = Object.entries({ statement_timeout, lock_timeout, idle_in_transaction_session_timeout })
    this.beginning = ['begin', ...limits.map(([name, ms]) => `set local ${name} = ${Number(ms) || 0}`)]
  }

  protected override nameOf(): undefined {
    return undefined
  }
}

// oxlint-disable-next-line typescript/unbound-method -- `call` gives it its client
const send = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown
