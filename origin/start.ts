import './hmac.ts'
import { createOrigin, type Origin } from './app.ts'
import { createDeps, type DepsOptions } from './create-deps.ts'
import { openDatabase } from './db/database.ts'
import { createListener } from './db/listener.ts'
import { migrate } from './db/migrate.ts'
import type { Deps } from './deps.ts'
import { startJobs } from './jobs/jobs.ts'
import { smsIdle } from './sms/send-sms.ts'
import { cardsIdle } from './payments/stored-cards.ts'
import { refundsIdle } from './payments/refund-order.ts'
import { digestsIdle } from './digests/send-digests.ts'
import { senderIdle } from './mails/send-mails.ts'
import { pusherIdle } from './push/send-pushes.ts'
import { followTenants } from './settings/follow-tenants.ts'
import { noteProductionUse, refuseProductionDatabase } from './settings/production-use.ts'
import { pushToEdges } from './settings/push-to-edges.ts'
import { publishFolder, publishUnknown } from './settings/publish-folder.ts'
import { readTenantFolder } from './settings/tenant-folder.ts'
import { unsafeOptions } from './unsafe-options.ts'

/** What an origin is started with; empty strings mean "none". */
export interface OriginOptions extends DepsOptions {
  databaseUrl: string
  /** Off behind a pooler that gives each transaction another connection; default: on. */
  preparedStatements?: boolean
  /** For migrations and LISTEN, when `databaseUrl` goes through a transaction pooler. */
  databaseListenUrl?: string
  /** Folder of the tenant files. */
  tenantsDir: string
  /** Edges in other processes, notified at once when a tenant changes. */
  edgeUrls?: readonly string[]
}

/**
 * Starts an origin: migrates the database, loads the tenants, starts the jobs. Call it by `fetch`; it listens on no port. Throws an error that tells
 * the operator what to change.
 */
export async function startOrigin(options: OriginOptions): Promise<Origin & { deps: Deps }> {
  const unsafe = options.local ? [] : unsafeOptions(options)
  if (unsafe.length > 0) throw new Error(unsafe.join('\n'))
  const directUrl = options.databaseListenUrl || options.databaseUrl
  // Its lock belongs to one connection, which a pooler would pass on to others.
  await migrate(directUrl)
  const db = openDatabase(options.databaseUrl, {
    prepared: options.preparedStatements ?? true,
    // A developer's machine that is busy with other work is slow, not broken.
    patience: options.local ? 5 : 1
  })
  const closing: (() => Promise<void>)[] = [() => db.destroy()]
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step()
  }
  try {
    const listener = createListener(directUrl)
    closing.push(() => listener.close())
    const deps = await createDeps(options, db, listener)
    closing.push(async () => deps.mail.close())
    const stopWatching = await publishBrands(deps, options.tenantsDir)
    closing.push(async () => stopWatching())
    closing.push(() => senderIdle(deps))
    closing.push(() => pusherIdle(deps))
    closing.push(() => digestsIdle(deps))
    closing.push(() => refundsIdle(deps))
    closing.push(() => cardsIdle(deps))
    closing.push(() => smsIdle(deps))
    followTenants(deps, listener)
    const stopPushing = pushToEdges(deps, options.edgeUrls ?? [])
    closing.push(async () => stopPushing())
    const jobs = await startJobs(deps, options.databaseUrl)
    closing.push(() => jobs.stop())
    const origin = createOrigin(deps)
    closing.push(() => origin.close())
    // First of all: open streams would keep the process alive.
    closing.push(async () => deps.events.close())
    return { fetch: origin.fetch, batch: origin.batch, close, deps }
  } catch (error) {
    await close()
    throw error
  }
}

/** Publishes the brands of the folder; local mode watches it. Returns a function that stops watching. */
async function publishBrands({ db, tenants, now, log, local }: Deps, dir: string): Promise<() => void> {
  if (local) await refuseProductionDatabase(db)
  const stopWatching = local ? await publishFolder(tenants, dir, { now }, log) : () => {}
  if (!local) await publishUnknown(tenants, dir, { now }, log)
  if (tenants.all().length === 0) {
    stopWatching()
    const { faulty } = await readTenantFolder(dir)
    throw new Error(nothingToServe(dir, faulty))
  }
  if (!local) await noteProductionUse(db, now())
  return stopWatching
}

/** What is wrong with the brands' files has been logged by then. */
const nothingToServe = (dir: string, faulty: readonly string[]) =>
  faulty.length > 0
    ? `There is no brand to serve: none is published, and these in ${dir} have mistakes: ${faulty.join(', ')}. Correct their files; this lists the mistakes again: npm run tenants -- check`
    : `There is no brand to serve: none is published, and ${dir} has none. Create one: npm run tenants -- new velvet`
