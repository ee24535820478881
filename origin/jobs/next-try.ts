import { sql, type RawBuilder } from 'kysely'

/**
 * SQL: when to try again after a number of tries: 1, 2, 4 … minutes after `now`, doubling up to `longest`. The exponent is capped, not the result:
 * some rows wait for months, and 2 to the power of thousands of tries overflows.
 * @param tries the column that counts them
 */
export const nextTry = (now: Date, tries: 'attempts' | 'asked', longest: number): RawBuilder<Date> =>
  sql`${now}::timestamptz + power(2, least(${sql.ref(tries)}, ${Math.log2(longest)}::float8)) * interval '1 minute'`
