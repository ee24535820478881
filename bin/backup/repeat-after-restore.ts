import { readdir } from 'node:fs/promises'
import { MARKS, putMark, readMark } from '../../origin/accounts/life-cycle/deletion-marks.ts'
import { repeatDeletions, type Repeated } from '../../origin/accounts/life-cycle/repeat-deletions.ts'
import { openDatabase } from '../../origin/db/database.ts'
import type { MediaStore } from '../../origin/providers/storage.ts'
import { createCommandDeps, environmentOf } from '../database/with-database.ts'
import { UsageError } from '../operator/usage-error.ts'
import type { Environment } from '../settings.ts'

/** Copies the marks of deletions in a folder into the media store; returns whether it has any then. Throws a `UsageError` for a folder without marks. */
export async function collectMarks(media: MediaStore, folder?: string): Promise<boolean> {
  if (folder !== undefined) {
    const names = await readdir(folder).catch(() => [])
    const marks = names.flatMap((name) => readMark(name) ?? [])
    if (marks.length === 0) throw new UsageError(`${folder} has no marks of deletions. It is the folder "${MARKS}" of a media store.`)
    for (const mark of marks) await putMark(media, mark)
  }
  for await (const _ of media.list(MARKS)) return true
  return false
}

/** Repeats in a restored database the deletions that the media store has marks of. */
export async function repeatAfterRestore(url: string, environment: Environment): Promise<Repeated> {
  const db = openDatabase(url, { connections: 1, patience: 100, prepared: false })
  try {
    return await repeatDeletions(await createCommandDeps(db, await environmentOf(db, environment)))
  } finally {
    await db.destroy()
  }
}
