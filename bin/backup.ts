import { resolve } from 'node:path'
import { openMediaStore } from '../origin/providers/open-media-store.ts'
import { writeBackup } from './backup/write-backup.ts'
import { withOwnDatabase } from './backup/with-own-database.ts'
import { fail, UsageError } from './operator/usage-error.ts'
import { parseCommandLine, refuseMore } from './operator/parse-command-line.ts'
import { readEnvironment } from './settings.ts'

// `npm run backup -- <new folder>`: the database and members' files as they are at one moment, while the site keeps running; with
// --incomplete also where some of these files are lost.
try {
  const { positionals, values } = parseCommandLine(process.argv.slice(2), { incomplete: { type: 'boolean' } })
  refuseMore(positionals, 1)
  const [folder] = positionals
  if (!folder) throw new UsageError('Name a new folder: npm run backup -- /backups/2026-11-23')
  const environment = readEnvironment()
  const media = openMediaStore(environment)
  const { tables, files } = await withOwnDatabase(environment, (url) => writeBackup({ url, media, folder: resolve(folder), ...values }))
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(`${resolve(folder)}: ${rows} rows of ${tables.length} tables, ${files} files of ${media.place}`)
} catch (error) {
  fail(error)
}
