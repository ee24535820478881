import { join } from 'node:path'
import * as v from 'valibot'
import { createFileStore, type MediaStore } from '../../origin/providers/storage.ts'

/** A table of the backup: its columns, in the file's order, and the number of rows that the file must have. */
const Table = v.object({ name: v.string(), columns: v.array(v.string()), rows: v.number() })

/** `backup.json`: what a backup contains. */
export const Contents = v.object({
  format: v.literal(1),
  made_at: v.string(),
  /** Migrations that had run by then. */
  migrations: v.array(v.string()),
  tables: v.array(Table),
  /** The last number that each sequence had given; missing in backups of older versions. */
  sequences: v.optional(v.record(v.string(), v.number())),
  files: v.number()
})
export type Contents = v.InferOutput<typeof Contents>

/** Held by a backup while it copies files; `giveUpLoose` (origin/photos/loose-store.ts) leaves files in place meanwhile. */
export { BACKUP_LOCK } from '../../origin/photos/loose-store.ts'

export const contentsOf = (folder: string) => join(folder, 'backup.json')
/** The file of a table's rows, as PostgreSQL's COPY writes them, compressed. */
export const tableOf = (folder: string, name: string) => join(folder, 'tables', `${name}.copy.gz`)
/** Members' files, as a media store keeps them. */
export const mediaOf = (folder: string): MediaStore => createFileStore(join(folder, 'media'))
