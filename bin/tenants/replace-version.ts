import { styleText } from 'node:util'
import type { Kysely } from 'kysely'
import type { Tables } from '../../origin/db/tables.ts'
import { inTransaction } from '../../origin/db/in-transaction.ts'
import {
  hostTaken,
  nextVersion,
  PublishedMeanwhile,
  publishedTenants,
  publishVersion,
  storedVersion,
  versionsOf
} from '../../origin/settings/store.ts'
import { lackingKey, listKeys } from '../../origin/payments/provider-keys.ts'
import { diffTenant, type TenantDiff } from '../../shared/tenants/diff.ts'
import type { TenantFiles } from '../../shared/tenants/parse-files.ts'
import type { TenantRecord } from '../../shared/tenants/schema.ts'
import { authorFrom } from '../operator/typed.ts'
import { EDGE_PORT, type Environment } from '../settings.ts'
import { UsageError } from '../operator/usage-error.ts'
import { type Call } from './call.ts'
import { printJson } from '../operator/print.ts'
import { printDiff, told } from './print-diff.ts'
import { waitForEdges, type EdgeAnswer } from './wait-for-edges.ts'

/**
 * Stores the next version of a tenant, prints what that changes, and waits until every edge has it; with `--dry-run` it only prints. Refuses to
 * overwrite a version that someone else has published since this began, unless `--force` is given.
 * @param name name of the next version in the output
 * @returns the exit code
 */
export async function replaceVersion(
  call: Call,
  { db, environment }: { db: Kysely<Tables>; environment: Environment },
  next: TenantFiles,
  name: string
): Promise<number> {
  const { id } = next.settings
  const production = environment.environment === 'production'
  if (next.settings.demo && production) throw new UsageError(`Production refuses tenants marked "demo": ${id}.`)
  const taken = hostTaken(await publishedTenants(db), next.settings)
  if (taken) throw new UsageError(taken)

  const lack = next.settings.status === 'gone' ? null : lackingKey(next.settings, await listKeys(db, environment.appSecret))
  if (lack?.severity === 'error') throw new UsageError(`${lack.message} ${lack.fix}`)

  const over = (await versionsOf(db, id))[0]?.version ?? 0
  const live = await storedVersion(db, id)
  const found = diffTenant(live, next)
  const edges = edgesOf(call, environment)
  if (!call.json) printDiff(id, live, name, found)
  if (call.options['dry-run'] === true) {
    tellDryRun(call, { id, live, next: await nextVersion(db, id) }, found, edges)
    return 0
  }
  const began = performance.now()
  const publication = { ...next, author: authorFrom(environment.author), now: new Date() }
  const { record, changed } = await store(db, call.options.force === true ? publication : { ...publication, over })
  const answers = await waitForEdges(record, edges, { production, secret: environment.edgeSecret || null })
  const seconds = (performance.now() - began) / 1000
  if (call.json) printJson({ id, version: record.version, changed, seconds, ...told(found), edges: answers })
  else printOutcome(record, changed, answers)
  return answers.some(({ ms }) => ms === null) ? 1 : 0
}

async function store(db: Kysely<Tables>, publication: Parameters<typeof publishVersion>[1]) {
  try {
    return await inTransaction(db, (trx) => publishVersion(trx, publication))
  } catch (error) {
    if (!(error instanceof PublishedMeanwhile)) throw error
    const { author, version } = error
    const look = `npm run tenants -- diff ${publication.settings.id}`
    throw new UsageError(
      `${author} published version ${version} of "${publication.settings.id}" meanwhile. See what that says (${look}), then try again, or --force.`
    )
  }
}

interface Versions {
  id: string
  live: TenantRecord | null
  next: number
}

function tellDryRun(call: Call, { id, live, next }: Versions, found: TenantDiff, edges: readonly URL[]): void {
  const origins = edges.map(({ origin }) => origin)
  if (call.json) return printJson({ id, version: live?.version ?? null, dry_run: true, ...told(found), edges: origins })
  const stores = found.changes.length > 0 ? `version ${next}` : 'nothing new'
  console.log(`Dry run: nothing is published. It would store ${stores} and ask ${origins.join(', ')}.`)
}

function printOutcome({ settings: { id, status }, version }: TenantRecord, changed: boolean, edges: readonly EdgeAnswer[]): void {
  console.log(changed ? `Published ${id} version ${version}.` : `${id} version ${version} was published already.`)
  for (const { edge, ms, reason, status: answer } of edges) {
    if (ms === null)
      console.log(`${styleText('red', 'not yet')}  ${edge}: ${reason}. It refreshes by itself within 46 s of being reachable.`)
    else console.log(`${styleText('green', answer === 200 ? 'serves it' : `answers ${answer}`)}  ${edge} after ${(ms / 1000).toFixed(2)} s`)
  }
  if (status === 'draft') console.log(`It is a draft. Set "status" to "live" in its file and publish again to open it.`)
}

function edgesOf({ options: { edge } }: Call, { edgeUrls, port = EDGE_PORT }: Environment): URL[] {
  const urls = edge ?? (edgeUrls.length > 0 ? edgeUrls : [`http://localhost:${port}`])
  return urls.map((text) => {
    const url = URL.parse(text)
    if (!url || !/^https?:$/.test(url.protocol))
      throw new UsageError(`--edge takes an address such as https://edge.example.net, not "${text}".`)
    return url
  })
}
