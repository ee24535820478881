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
import { Batch } from './client.ts'
import { NO_CONNECTIONS } from './prepared.ts'
import type { Tables } from './tables.ts'

const [compiler, adapter] = [new PostgresQueryCompiler(), new PostgresAdapter()]

interface Waiting {
  query: CompiledQuery
  resolve: (result: QueryResult<unknown>) => void
  reject: (error: unknown) => void
}

/**
 * A database for the reads of one page: statements that are run in the same turn of the event loop travel together, over one connection. Most of what
 * a small statement costs is being sent and received. They run one after the other; if one of them fails, each is sent again alone, so that the others
 * are answered. Not for writes, and without transactions.
 */
export function gather(db: Db): Db {
  const executor = new DefaultQueryExecutor(compiler, adapter, new Gathering(db))
  return new Kysely<Tables>({ config: { dialect: NO_CONNECTIONS }, dialect: NO_CONNECTIONS, driver: new WithoutTransactions(), executor })
}

class WithoutTransactions extends DummyDriver {
  override async beginTransaction(): Promise<void> {
    throw new Error('What is gathered has no transactions')
  }
}

class Gathering implements ConnectionProvider {
  readonly #db: Db
  #waiting: Waiting[] = []
  readonly #connection: DatabaseConnection

  constructor(db: Db) {
    this.#db = db
    this.#connection = {
      executeQuery: <R>(query: CompiledQuery) => this.#wait(query) as Promise<QueryResult<R>>,
      streamQuery: () => {
        throw new Error('What is gathered is not streamed')
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
      if (this.#waiting.length === 1) process.nextTick(() => void this.#send())
    })
  }

  async #send(): Promise<void> {
    const waiting = this.#waiting
    this.#waiting = []
    if (waiting.length === 1) return this.#sendAlone(waiting[0]!)
    const batch = new Batch(waiting.map(({ query }) => query))
    try {
      await this.#db.executeQuery(CompiledQuery.raw('gathered', [batch]))
    } catch {
      for (const one of waiting) this.#sendAlone(one)
      return
    }
    waiting.forEach(({ resolve }, index) => resolve({ rows: batch.answers[index]!.rows }))
  }

  #sendAlone({ query, resolve, reject }: Waiting): void {
    this.#db.executeQuery(query).then(resolve, reject)
  }
}
