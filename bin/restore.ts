import { resolve } from 'node:path'
import { openMediaStore } from '../origin/providers/open-media-store.ts'
import { KEPT_DAYS, keptSince } from '../shared/rules/retention.ts'
import { collectMarks, repeatAfterRestore } from './backup/repeat-after-restore.ts'
import { readContents, restoreBackup } from './backup/restore-backup.ts'
import { withOwnDatabase } from './backup/with-own-database.ts'
import { fail, UsageError } from './operator/usage-error.ts'
import { STRING } from './operator/operator-command.ts'
import { parseCommandLine, refuseMore } from './operator/parse-command-line.ts'
import { count } from './operator/print.ts'
import { readEnvironment } from './settings.ts'

// `npm run restore -- <folder>`: restores a backup into the empty database of DATABASE_URL, otherwise into an empty DATA_DIR, and repeats the
// deletions of accounts that came after it, by their marks in the media store and in the folder of --deletions.
try {
  const { positionals, values } = parseCommandLine(process.argv.slice(2), { deletions: STRING })
  refuseMore(positionals, 1)
  const [name] = positionals
  if (!name) throw new UsageError('Name the folder of a backup: npm run restore -- /backups/2026-11-23')
  const folder = resolve(name)
  const environment = readEnvironment()
  // Checked first, because the next step may create a database, which a mistyped folder shouldn't cause.
  const { made_at } = await readContents(folder)
  const media = openMediaStore(environment)
  // Before the backup's own files: these don't say what happened after it.
  const marked = await collectMarks(media, values.deletions === undefined ? undefined : resolve(values.deletions))
  const [{ tables, files }, { deleted, returned }] = await withOwnDatabase(
    environment,
    async (url) => [await restoreBackup({ url, media, folder }), await repeatAfterRestore(url, environment)] as const,
    { create: true }
  )
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(
    `The backup of ${made_at} is back: ${rows} rows of ${tables.length} tables, ${files} files, in ${media.place}. The books balance.`
  )
  console.log(
    `${count(deleted, 'account')} deleted after the backup: deleted again. ${count(returned, 'account')} reactivated after it: open again.`
  )
  if (!marked)
    console.log(
      `There were no marks of deletions in ${media.place}: unless no one left after the backup, accounts deleted since are open again. If the old media store or a copy of its folder "deletions" still exists, empty the database and restore again with --deletions <folder>. If not, delete these accounts before you open the site.`
    )
  if (new Date(made_at) < keptSince('backup', new Date()))
    console.log(
      `The backup is older than ${KEPT_DAYS.backup} days. Marks are kept for ${KEPT_DAYS.deletion}: accounts deleted before that may be open again.`
    )
} catch (error) {
  fail(error)
}
