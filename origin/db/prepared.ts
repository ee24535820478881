import { CompiledQuery, Kysely, PostgresDialect, type Compilable } from 'kysely'
import type { Db } from '../http/handler.ts'
import type { Tables } from './tables.ts'

/** Stands for a value in a statement that is built before there is one. */
class Place {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** A dialect for statements that run elsewhere. */
export const NO_CONNECTIONS = new PostgresDialect({
  pool: () => {
    throw new Error('This database has no connections')
  }
})

const builder = new Kysely<Tables>({ dialect: NO_CONNECTIONS })

/**
 * A statement that is built once, with places for its values, and then only sent: for what nearly every request needs, since building the same text
 * again takes longer than sending it.
 * @param build gets a place for each value, typed as what will be there; it must not depend on their values
 */
export function prepared<Values extends object, Row>(
  build: (db: Kysely<Tables>, values: Values) => Compilable<Row>
): (db: Db, values: Values) => Promise<Row[]> {
  let statement: CompiledQuery<Row> | null = null
  return async (db, values) => {
    statement ??= build(builder, PLACES as Values).compile()
    const parameters = statement.parameters.map((place) => (place instanceof Place ? values[place.name as keyof Values] : place))
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(statement.sql, parameters))
    return rows
  }
}

/** A place for each name. */
const PLACES = new Proxy({}, { get: (_, name) => new Place(String(name)) })
