import {
  CompiledQuery,
  DefaultQueryExecutor,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresQueryCompiler,
  type ConnectionProvider,
  type DatabaseConnection,
  type QueryResult
} from 'kysely'
import type { Db } from '../http/handler.ts'
import { Batch, isReported } from './client.ts'
import { NO_CONNECTIONS } from './prepared.ts'
import type { Tables } from './tables.ts'

const [compiler, adapter] = [new PostgresQueryCompiler(), new PostgresAdapter()]

interface Waiting {
  query: CompiledQuery
  resolve: (result: QueryResult<unknown>) => void
  reject: (error: unknown) => void
}

/**
 * A database for the reads of one page: statements that are run in the same turn of the event loop travel together, over one connection. Most of the
 * cost of a small statement is the round trip. They run one after the other; if one of them fails, those behind it are sent again. Not for writes,
 * and without transactions.
 */
export function gather(db: Db): Db {
  const executor = new DefaultQueryExecutor(compiler, adapter, new Gathering(db))
  return new Kysely<Tables>({ config: { dialect: NO_CONNECTIONS }, dialect: NO_CONNECTIONS, driver: new WithoutTransactions(), executor })
}

class WithoutTransactions extends DummyDriver {
  override async beginTransaction(): Promise<void> {
    throw new Error('A gathering database has no transactions')
  }
}

class Gathering implements ConnectionProvider {
  readonly #db: Db
  readonly #waiting: Waiting[] = []
  readonly #connection: DatabaseConnection

  constructor(db: Db) {
    this.#db = db
    this.#connection = {
      executeQuery: <R>(query: CompiledQuery) => this.#wait(query) as Promise<QueryResult<R>>,
      streamQuery: () => {
        throw new Error('A gathering database does not stream')
      }
    }
  }

  async provideConnection<T>(consumer: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
    return await consumer(this.#connection)
  }

  #wait(query: CompiledQuery): Promise<QueryResult<unknown>> {
    // Statements that travel together anyway.
    if (query.parameters[0] instanceof Batch) return this.#db.executeQuery(query)
    return new Promise((resolve, reject) => {
      this.#waiting.push({ query, resolve, reject })
      // After all that is running now.
      if (this.#waiting.length === 1) process.nextTick(() => void this.#send(this.#waiting.splice(0)))
    })
  }

  async #send(waiting: readonly Waiting[]): Promise<void> {
    const batch = new Batch(waiting.map(({ query }) => query))
    const answer = () => batch.answers.forEach(({ rows }, index) => waiting[index]!.resolve({ rows }))
    try {
      await this.#db.executeQuery(CompiledQuery.raw('gathered', [batch]))
      answer()
    } catch (error) {
      answer()
      const [failed, ...behind] = waiting.slice(batch.answers.length)
      failed?.reject(error)
      if (behind.length === 0) return
      if (isReported(error)) await this.#send(behind)
      else for (const { reject } of behind) reject(error)
    }
  }
}
