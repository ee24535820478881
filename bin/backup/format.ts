import { join } from 'node:path'
import * as v from 'valibot'
import { createFileStore, type MediaStore } from '../../origin/providers/storage.ts'

/** A table as it was: its columns, in the order in which the file has them, and how many rows there must be. */
const Table = v.object({ name: v.string(), columns: v.array(v.string()), rows: v.number() })

/** `backup.json`: what a backup contains. */
export const Contents = v.object({
  format: v.literal(1),
  made_at: v.string(),
  /** Migrations that had run. */
  migrations: v.array(v.string()),
  tables: v.array(Table),
  /** The last number that each sequence had given; backups of older versions don't say. */
  sequences: v.optional(v.record(v.string(), v.number())),
  files: v.number()
})
export type Contents = v.InferOutput<typeof Contents>

/** Held by a backup while it copies files; `giveUpLoose` (origin/photos/loose-store.ts) leaves files in place meanwhile. */
export { BACKUP_LOCK } from '../../origin/photos/loose-store.ts'

export const contentsOf = (folder: string) => join(folder, 'backup.json')
/** Its rows as PostgreSQL's COPY writes them, compressed. */
export const tableOf = (folder: string, name: string) => join(folder, 'tables', `${name}.copy.gz`)
/** Members' files, as a media store keeps them. */
export const mediaOf = (folder: string): MediaStore => createFileStore(join(folder, 'media'))
