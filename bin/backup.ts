import { resolve } from 'node:path'
import { openMediaStore } from '../origin/providers/open-media-store.ts'
import { writeBackup } from './backup/write-backup.ts'
import { withOwnDatabase } from './backup/with-own-database.ts'
import { fail, UsageError } from './usage-error.ts'
import { parseWords } from './parse-command-line.ts'
import { readEnvironment } from './settings.ts'

// `npm run backup -- <new folder>`: the database and members' files as they are at one moment, while the site keeps running.
try {
  const [folder] = parseWords(1)
  if (!folder) throw new UsageError('Name a new folder: npm run backup -- /backups/2026-11-23')
  const environment = readEnvironment()
  const { tables, files } = await withOwnDatabase(environment, (url) =>
    writeBackup({ url, media: openMediaStore(environment), folder: resolve(folder) })
  )
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(`${resolve(folder)}: ${rows} rows of ${tables.length} tables, ${files} files`)
} catch (error) {
  fail(error)
}
