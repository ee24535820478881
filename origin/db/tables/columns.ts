import type { ColumnType } from 'kysely'

/** Instants are read and written as Date; `date` columns as `YYYY-MM-DD` text; bigint as number (origin/db/database.ts sets the parsers). */
export type Instant = ColumnType<Date, Date, Date>
