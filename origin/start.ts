import './hmac.ts'
import { pino, type Logger } from 'pino'
import { createOrigin, type Origin } from './app.ts'
import { createClock } from './clock.ts'
import { openDatabase } from './db/database.ts'
import { createListener } from './db/listener.ts'
import { migrate } from './db/migrate.ts'
import type { Deps } from './deps.ts'
import { createEventHub } from './events/hub.ts'
import { DEV_AGE_PATH } from './http/dev-age.ts'
import { startJobs } from './jobs/jobs.ts'
import { senderIdle } from './mails/send-mails.ts'
import { createLinkedAssurance } from './providers/age-assurance.ts'
import { createCaughtTransport, createSmtpTransport } from './providers/mail.ts'
import { openMediaStore } from './providers/open-media-store.ts'
import type { S3Options } from './providers/s3-store.ts'
import { createPushTransport } from './providers/push.ts'
import { pusherIdle } from './push/send-pushes.ts'
import { followTenants } from './settings/follow-tenants.ts'
import { noteProductionUse, refuseProductionDatabase } from './settings/production-use.ts'
import { pushToEdges } from './settings/push-to-edges.ts'
import { createTenantStore } from './settings/store.ts'
import { publishFolder, publishUnknown } from './settings/publish-folder.ts'
import { unsafeOptions } from './unsafe-options.ts'

/** What an origin is started with; texts that may be empty mean "none". */
export interface OriginOptions {
  databaseUrl: string
  /** Off behind a pooler that gives each transaction another connection; default: on. */
  preparedStatements?: boolean
  /** For LISTEN, where `databaseUrl` leads through a transaction pooler. */
  databaseListenUrl?: string
  /** Shared with the edge. */
  edgeSecret: string
  appSecret: string
  /** Shared with the mail service; without it no mail events are taken. */
  mailEventSecret?: string
  /** `APP_ENV=local`: mails are caught, the clock can be moved, `/__dev` answers, demo tenants are allowed. */
  local: boolean
  /** Folder of the tenant files. */
  tenantsDir: string
  /** Members' photos are kept in its folder `media`, unless there is a bucket. */
  dataDir: string
  s3?: S3Options | null
  /** Without it mails are caught; production needs it. */
  smtpUrl?: string
  /** Absolute start of links in mails. */
  linkBase: (tenant: { id: string; domain: string }) => string
  /** Who proves ages for sites with `age_assurance: provider`; local mode has a stand-in. */
  ageAssurance?: { url: string; secret: string }
  limitFactor?: number
  /** Edges of other processes that are told at once when a tenant changes. */
  edgeUrls?: readonly string[]
  log?: Logger
}

/**
 * Starts an origin: migrates the database, loads the tenants, starts the jobs. Ask it by `fetch`; it listens on nothing.
 * Throws with a plain message what an operator has to change.
 */
export async function startOrigin(options: OriginOptions): Promise<Origin & { deps: Deps }> {
  const unsafe = options.local ? [] : unsafeOptions(options)
  if (unsafe.length > 0) throw new Error(unsafe.join('\n'))
  const log = options.log ?? pino()
  await migrate(options.databaseUrl)
  const clock = createClock()
  const db = openDatabase(options.databaseUrl, { prepared: options.preparedStatements ?? true })
  const closing: (() => Promise<void>)[] = [() => db.destroy()]
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step()
  }
  try {
    const tenants = await createTenantStore(db, {
      local: options.local,
      onUnreadable: (tenant, version) => log.error({ tenant, version }, 'stored settings do not fit; the version before stays')
    })
    if (options.local) {
      await refuseProductionDatabase(db)
      const stopWatching = await publishFolder(tenants, options.tenantsDir, clock, log)
      closing.push(async () => stopWatching())
    } else await publishUnknown(tenants, options.tenantsDir, clock, log)
    if (tenants.all().length === 0) throw new Error(nothingToServe(options.tenantsDir))
    if (!options.local) await noteProductionUse(db, clock.now())
    const mail = options.smtpUrl ? createSmtpTransport(options.smtpUrl) : createCaughtTransport()
    closing.push(async () => mail.close())
    const listener = createListener(options.databaseListenUrl || options.databaseUrl)
    closing.push(() => listener.close())
    const deps: Deps = {
      db,
      now: clock.now,
      setNow: options.local ? clock.setNow : null,
      realNow: clock.realNow,
      secrets: { edge: options.edgeSecret, app: options.appSecret, mailEvents: options.mailEventSecret ?? '' },
      tenants,
      events: createEventHub(listener),
      mail,
      ageAssurance: ageAssuranceOf(options),
      media: openMediaStore(options),
      push: createPushTransport(),
      log,
      local: options.local,
      linkBase: options.linkBase,
      limitFactor: options.limitFactor ?? 1
    }
    closing.push(() => senderIdle(deps))
    closing.push(() => pusherIdle(deps))
    followTenants(deps, listener)
    const stopPushing = pushToEdges(deps, options.edgeUrls ?? [])
    closing.push(async () => stopPushing())
    const jobs = await startJobs(deps, options.databaseUrl)
    closing.push(() => jobs.stop())
    const origin = createOrigin(deps)
    closing.push(() => origin.close())
    // First of all: open streams would keep the process.
    closing.push(async () => deps.events.close())
    return { fetch: origin.fetch, close, deps }
  } catch (error) {
    await close()
    throw error
  }
}

const nothingToServe = (dir: string) =>
  `There is no brand to serve: none is published, and ${dir} has none that can be. Make one: npm run tenants -- new velvet`

function ageAssuranceOf({ ageAssurance, local, appSecret }: OriginOptions) {
  if (ageAssurance?.url) return createLinkedAssurance({ name: new URL(ageAssurance.url).host, ...ageAssurance })
  return local ? createLinkedAssurance({ name: 'local', url: DEV_AGE_PATH, secret: appSecret }) : null
}
