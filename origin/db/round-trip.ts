import type pg from 'pg'
import utils from 'pg/lib/utils.js'

/** A statement as it is sent. */
export interface Statement {
  text: string
  values: readonly unknown[]
  /** The name under which it is prepared; without one it is planned each time. */
  name: string | undefined
}

export interface Answer {
  command: string
  rowCount: number
  rows: Record<string, unknown>[]
}

/** Parses a column of an answer, by the oid of its type. */
type ParserOf = (type: number) => (text: string) => unknown

/** What is known about the rows of a prepared statement. */
interface Columns {
  names: readonly string[]
  parsers: readonly ((text: string) => unknown)[]
  /** A row of nulls: all rows get the same hidden class. */
  empty: Record<string, unknown>
}

const NONE: Columns = { names: [], parsers: [], empty: {} }

/** The statements prepared on each connection. */
const preparedOn = new WeakMap<pg.Connection, Map<string, Columns>>()

/** `SELECT 3`, `INSERT 0 1`, `COMMIT` */
const COMMAND = /^([A-Z]+)(?: \d+)*?(?: (\d+))?$/

/**
 * Sends statements at once and waits once, instead of once for each: `pg` calls it for every message of the answer. PostgreSQL runs them one after
 * the other, each sees what was committed before it begins, and after an error none of the others runs. Outside of a transaction all of them are one.
 *
 * The columns of a prepared statement are asked for only once per connection; `pg` itself would have them sent and read with every answer.
 */
export class RoundTrip implements pg.Submittable {
  readonly statements: readonly Statement[]
  readonly #values: (string | Buffer | null)[][]
  readonly #parserOf: ParserOf
  readonly callback: (error: Error | null, answers?: readonly Answer[]) => void
  #prepared = new Map<string, Columns>()
  /** Number of the statement whose answer is being read. */
  #at = 0
  #columns = NONE
  readonly #answers: Answer[]
  #broken: Error | null = null

  /**
   * @param callback gets the answer to each statement; with an error, to those before the one that failed; from pg's own time limit, the error alone
   */
  constructor(statements: readonly Statement[], parserOf: ParserOf, callback: RoundTrip['callback']) {
    this.statements = statements
    this.#values = statements.map(({ values }) => values.map((value) => utils.prepareValue(value)))
    this.#answers = statements.map(() => ({ command: '', rowCount: 0, rows: [] }))
    this.#parserOf = parserOf
    this.callback = callback
  }

  submit(connection: pg.Connection): void {
    this.#prepared = preparedOn.get(connection) ?? new Map<string, Columns>()
    preparedOn.set(connection, this.#prepared)
    connection.stream.cork()
    this.statements.forEach((statement, index) => this.#send(connection, statement, this.#values[index]!))
    connection.sync()
    connection.stream.uncork()
    this.#expect()
  }

  #send(connection: pg.Connection, { name, text }: Statement, values: (string | Buffer | null)[]): void {
    const known = name !== undefined && this.#prepared.has(name)
    if (!known) {
      // The last attempt may have failed before or after this name was taken.
      if (name !== undefined) connection.close({ type: 'S', name }, true)
      connection.parse({ name: name ?? '', text, types: [] }, true)
    }
    connection.bind({ statement: name ?? '', values }, true)
    if (!known) connection.describe({ type: 'P' }, true)
    connection.execute(null, true)
  }

  /** Prepares for the answer to the next statement. */
  #expect(): void {
    const name = this.statements[this.#at]?.name
    this.#columns = (name !== undefined && this.#prepared.get(name)) || NONE
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    this.#columns = {
      names: fields.map(({ name }) => name),
      parsers: fields.map(({ dataTypeID }) => this.#parserOf(dataTypeID)),
      empty: Object.fromEntries(fields.map(({ name }) => [name, null]))
    }
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.#broken) return
    const { names, parsers, empty } = this.#columns
    const row = { ...empty }
    try {
      for (let index = 0; index < fields.length; index++) {
        const text = fields[index]!
        row[names[index]!] = text === null ? null : parsers[index]!(text)
      }
    } catch (error) {
      this.#broken = error as Error
      return
    }
    this.#answers[this.#at]!.rows.push(row)
  }

  handleCommandComplete({ text }: { text: string }): void {
    const [, command = '', count = '0'] = COMMAND.exec(text) ?? []
    const answer = this.#answers[this.#at]!
    answer.command = command
    answer.rowCount = Number(count)
    const { name } = this.statements[this.#at]!
    if (name !== undefined) this.#prepared.set(name, this.#columns)
    this.#at += 1
    this.#expect()
  }

  handleError(error: Error): void {
    this.callback(error, this.#answers.slice(0, this.#at))
  }

  handleReadyForQuery(): void {
    this.callback(this.#broken, this.#answers)
  }
}
