import type { Kysely } from 'kysely'
import type { Tables } from '../../origin/db/tables.ts'
import { storedVersion, versionsOf } from '../../origin/settings/store.ts'
import { diffTenant } from '../../shared/tenants/diff.ts'
import type { TenantRecord } from '../../shared/tenants/schema.ts'
import type { Environment } from '../settings.ts'
import { UsageError } from '../operator/usage-error.ts'
import { neededId, type Call } from './call.ts'
import { printJson, printTable } from '../operator/print.ts'
import { printDiff, told } from './print-diff.ts'
import { withDatabase } from '../database/with-database.ts'
import { replaceVersion } from './replace-version.ts'
import { soundTenant } from './sound-tenant.ts'

/** The local file against what is published, or an older version, and what that means. Exit code 0 whether or not they differ. */
export async function diff(call: Call): Promise<number> {
  const id = neededId(call, 'diff <id> [version]')
  const local = await soundTenant(call.dir, id)
  const [, version] = call.words
  return await withDatabase(async (db, { environment }) => {
    const live = version === undefined ? await storedVersion(db, id) : await neededVersion(db, id, version)
    const found = diffTenant(live, local)
    if (call.json) printJson({ id, version: live?.version ?? null, ...told(found) })
    else {
      printDiff(id, live, 'local file', found)
      if (found.changes.length === 0 && environment === 'local')
        console.log(`In local mode npm start publishes what is saved; diff ${id} <version> compares with an older version.`)
    }
    return 0
  })
}

/** The stored version whose number was typed. */
async function neededVersion(db: Kysely<Tables>, id: string, typed: string): Promise<TenantRecord> {
  const stored = /^\d{1,9}$/.test(typed) ? await storedVersion(db, id, Number(typed)) : null
  if (!stored)
    throw new UsageError(`"${id}" has no version ${typed} that can be served. For the versions: npm run tenants -- rollback ${id}`)
  return stored
}

/** Stores the file as the next version. */
export async function publish(call: Call): Promise<number> {
  const id = neededId(call, 'publish <id> [--dry-run] [--force] [--edge URL]')
  const local = await soundTenant(call.dir, id)
  return await withDatabase((db, environment) => replaceVersion(call, { db, environment }, local, 'local file'))
}

/** Publishes an old version again, as a new one. Without a version it lists them. */
export async function rollback(call: Call): Promise<number> {
  const id = neededId(call, 'rollback <id> <version>')
  const [, wanted] = call.words
  return await withDatabase(async (db, environment) => {
    const versions = await versionsOf(db, id)
    if (versions.length === 0) throw neverPublished(id)
    if (wanted !== undefined) {
      const code = await replaceVersion(call, { db, environment }, await neededVersion(db, id, wanted), `version ${wanted} again`)
      remindOfFile(call, environment, id)
      return code
    }
    const rows = versions.map(({ version, author, created_at }) => ({ version, author, at: created_at.toISOString() }))
    if (call.json) printJson(rows)
    else
      printTable(
        ['version', 'at', 'author'],
        rows.map(({ version, at, author }) => [String(version), at, author])
      )
    return 0
  })
}

/** Ends a brand: publishes its newest version again, as gone. It needs no file. */
export async function gone(call: Call): Promise<number> {
  const id = neededId(call, 'gone <id>')
  return await withDatabase(async (db, environment) => {
    const live = await storedVersion(db, id)
    if (!live) throw neverPublished(id)
    const code = await replaceVersion(call, { db, environment }, { ...live, settings: { ...live.settings, status: 'gone' } }, 'gone')
    remindOfFile(call, environment, id)
    return code
  })
}

const neverPublished = (id: string) => new UsageError(`"${id}" was never published.`)

function remindOfFile({ json, options }: Call, { environment }: Environment, id: string): void {
  if (json || options['dry-run'] === true) return
  const until = environment === 'production' ? 'publish' : 'publish; in local mode before the next saved file or start'
  console.log(`Where there is a file of "${id}", it says otherwise: fix it before the next ${until}.`)
}
