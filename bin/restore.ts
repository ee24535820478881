import { resolve } from 'node:path'
import { openMediaStore } from '../origin/providers/open-media-store.ts'
import { readContents, restoreBackup } from './backup/restore-backup.ts'
import { withOwnDatabase } from './backup/with-own-database.ts'
import { fail, UsageError } from './operator/usage-error.ts'
import { parseWords } from './operator/parse-command-line.ts'
import { readEnvironment } from './settings.ts'

// `npm run restore -- <folder>`: restores a backup into the empty database of DATABASE_URL, otherwise into an empty DATA_DIR.
try {
  const [name] = parseWords(1)
  if (!name) throw new UsageError('Name the folder of a backup: npm run restore -- /backups/2026-11-23')
  const folder = resolve(name)
  const environment = readEnvironment()
  // Checked first, because the next step may create a database, which a mistyped folder shouldn't cause.
  await readContents(folder)
  const media = openMediaStore(environment)
  const { made_at, tables, files } = await withOwnDatabase(environment, (url) => restoreBackup({ url, media, folder }), { create: true })
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(
    `The backup of ${made_at} is back: ${rows} rows of ${tables.length} tables, ${files} files, in ${media.place}. The books balance.`
  )
} catch (error) {
  fail(error)
}
