import { userInfo } from 'node:os'
import { styleText } from 'node:util'
import type { Kysely } from 'kysely'
import type { Tables } from '../../origin/db/tables.ts'
import { hostTaken, publishVersion, storedVersion, versionsOf } from '../../origin/settings/store.ts'
import { diffTenant, type Change, type TenantDiff } from '../../shared/tenants/diff.ts'
import type { TenantFiles } from '../../shared/tenants/parse-files.ts'
import type { TenantRecord } from '../../shared/tenants/schema.ts'
import { neededId, Refusal, type Call } from './call.ts'
import { printJson, printTable, short } from './print.ts'
import { isProduction, pushSecret, withPublished } from './published.ts'
import { soundTenant } from './sound-tenant.ts'
import { waitForEdges, type EdgeAnswer } from './wait-for-edges.ts'

/** The local file against what is published, or an older version, and what that means. Exit code 0 whether or not they differ. */
export async function diff(call: Call): Promise<number> {
  const id = neededId(call, 'diff <id> [version]')
  const local = await soundTenant(call.dir, id)
  const [, version] = call.words
  return await withPublished(async (db) => {
    const live = version === undefined ? await storedVersion(db, id) : await neededVersion(db, id, version)
    const found = diffTenant(live, local)
    if (call.json) printJson({ id, version: live?.version ?? null, ...told(found) })
    else {
      printDiff(id, live, 'local file', found)
      if (found.changes.length === 0 && !isProduction())
        console.log(`In local mode npm start publishes what is saved; diff ${id} <version> compares with an older version.`)
    }
    return 0
  })
}

/** A stored version by what was typed. */
async function neededVersion(db: Kysely<Tables>, id: string, typed: string): Promise<TenantRecord> {
  const stored = /^\d{1,9}$/.test(typed) ? await storedVersion(db, id, Number(typed)) : null
  if (!stored) throw new Refusal(`"${id}" has no version ${typed} that can be served. For the versions: npm run tenants -- rollback ${id}`)
  return stored
}

/** Stores the file as the next version and waits until every edge serves it. */
export async function publish(call: Call): Promise<number> {
  const id = neededId(call, 'publish <id> [--dry-run] [--edge URL]')
  const local = await soundTenant(call.dir, id)
  return await withPublished(async (db) => {
    await refuseUnsafe(db, local)
    const live = await storedVersion(db, id)
    const found = diffTenant(live, local)
    if (!call.json) printDiff(id, live, 'local file', found)
    if (call.options['dry-run'] === true) {
      const edges = edgesOf(call).map(({ origin }) => origin)
      if (call.json) printJson({ id, version: live?.version ?? null, dry_run: true, ...told(found), edges })
      else {
        const stores = found.changes.length > 0 ? `version ${(live?.version ?? 0) + 1}` : 'nothing new'
        console.log(`Dry run: nothing is published. It would store ${stores} and ask ${edges.join(', ')}.`)
      }
      return 0
    }
    return await store(call, db, local, found)
  })
}

/** Publishes an old version again, as a new one. Without a version it lists them. */
export async function rollback(call: Call): Promise<number> {
  const id = neededId(call, 'rollback <id> <version>')
  const [, wanted] = call.words
  return await withPublished(async (db) => {
    const versions = await versionsOf(db, id)
    if (versions.length === 0) throw new Refusal(`"${id}" was never published.`)
    if (wanted === undefined) {
      const rows = versions.map(({ version, author, created_at }) => ({ version, author, at: created_at.toISOString() }))
      if (call.json) printJson(rows)
      else
        printTable(
          ['version', 'at', 'author'],
          rows.map(({ version, at, author }) => [String(version), at, author])
        )
      return 0
    }
    const old = await neededVersion(db, id, wanted)
    await refuseUnsafe(db, old)
    const live = await storedVersion(db, id)
    const found = diffTenant(live, old)
    if (!call.json) printDiff(id, live, `version ${wanted} again`, found)
    const code = await store(call, db, old, found)
    const until = isProduction() ? 'publish' : 'publish; in local mode before the next saved file or start'
    if (!call.json) console.log(`The file of "${id}" still says otherwise: mend it before the next ${until}.`)
    return code
  })
}

async function store(call: Call, db: Kysely<Tables>, { settings, company }: TenantFiles, found: TenantDiff): Promise<number> {
  const author = process.env.TENANTS_AUTHOR ?? userInfo().username
  const edges = edgesOf(call)
  const began = performance.now()
  const { record, changed } = await publishVersion(db, { settings, company, author, now: new Date() })
  const answers = await waitForEdges(record, edges, pushSecret())
  const seconds = (performance.now() - began) / 1000
  const failed = answers.some(({ ms }) => ms === null)
  if (call.json) printJson({ id: settings.id, version: record.version, changed, seconds, ...told(found), edges: answers })
  else printOutcome(record, changed, answers)
  return failed ? 1 : 0
}

function printOutcome({ settings: { id, status }, version }: TenantRecord, changed: boolean, edges: readonly EdgeAnswer[]): void {
  console.log(changed ? `Published ${id} version ${version}.` : `${id} version ${version} was published already.`)
  for (const { edge, ms, reason } of edges) {
    if (ms === null)
      console.log(`${styleText('red', 'not yet')}  ${edge}: ${reason}. It looks again by itself within 46 s of being reachable.`)
    else console.log(`${styleText('green', 'serves it')}  ${edge} after ${(ms / 1000).toFixed(2)} s`)
  }
  if (status === 'draft') console.log(`It is a draft. Set "status" to "live" in its file and publish again to open it.`)
}

function edgesOf({ options: { edge } }: Call): URL[] {
  const known = process.env.EDGE_URLS?.split(',').filter(Boolean) ?? []
  const urls = edge ?? (known.length > 0 ? known : [`http://localhost:${process.env.PORT ?? '8787'}`])
  return urls.map((text) => {
    const url = URL.parse(text)
    if (!url || !/^https?:$/.test(url.protocol))
      throw new Refusal(`--edge takes an address such as https://edge.example.net, not "${text}".`)
    return url
  })
}

async function refuseUnsafe(db: Kysely<Tables>, { settings }: TenantFiles): Promise<void> {
  if (settings.demo && isProduction()) throw new Refusal(`Production refuses tenants marked "demo": ${settings.id}.`)
  const taken = await hostTaken(db, settings)
  if (taken) throw new Refusal(`"${taken.host}" is published as a host of "${taken.tenant}". A host leads to one tenant.`)
}

/** JSON has no undefined: what was not there before is null. */
const told = ({ changes, effects }: TenantDiff) => ({
  changes: changes.map(({ field, from, to }) => ({ field, from: from ?? null, to: to ?? null })),
  effects
})

function printDiff(id: string, live: TenantRecord | null, to: string, { changes, effects }: TenantDiff): void {
  console.log(styleText('bold', `${id}  ${live ? `version ${live.version}` : 'never published'} → ${to}`))
  if (changes.length === 0) return console.log('No difference.')
  const width = Math.max(...changes.map(({ field }) => field.length))
  // All of a new brand would be new: its file says it better.
  if (live) for (const change of changes) console.log(`  ${change.field.padEnd(width)}  ${arrow(change)}`)
  if (effects.length > 0) console.log(styleText('bold', 'Effects'))
  for (const effect of effects) console.log(`  ${effect}`)
  console.log('  Kept pages are made anew at their next request.')
}

function arrow({ from, to }: Change): string {
  if (from === undefined) return `+ ${short(to)}`
  return to === undefined ? `- ${short(from)}` : `${short(from, 40)} → ${short(to, 40)}`
}
