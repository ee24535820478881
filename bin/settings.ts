import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { unsafeOptions, unsafeSecret, type SafetyOptions } from '../origin/unsafe-options.ts'
import { isLocalHost } from '../shared/tenants/hosts.ts'
import { UsageError } from './operator/usage-error.ts'
import { readVariables, type Variables } from './settings/variables.ts'

/** Default ports. */
export const EDGE_PORT = 8787
export const ORIGIN_PORT = 8788

/** The project's folder. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Commands that run until they are stopped. The others read the settings they need when they need them. */
export type Server = 'start' | 'origin' | 'edge' | 'worker'

/**
 * Everything the commands read from the environment, with local defaults. Secrets have defaults in local mode only; in production a missing one is
 * empty. Throws a `UsageError` with one line for each invalid setting and, with `server`, for each missing one.
 */
export function readEnvironment(env: NodeJS.ProcessEnv = process.env, server?: Server) {
  const variables = readVariables(env)
  const environment = variables.APP_ENV
  const local = environment === 'local'
  const secret = (name: 'EDGE_SECRET' | 'APP_SECRET') =>
    variables[name] ?? (local ? `local ${name}: only what runs on this machine is guarded by it` : '')
  const settings = {
    environment,
    s3: bucketOf(variables),
    /** Port of the started server, if one is set: the edge's default is 8787, that of an origin alone 8788. */
    port: variables.PORT,
    /** In local mode, where secrets are known to everyone, only this machine is served unless `HOST` says otherwise. */
    host: variables.HOST ?? (local ? '127.0.0.1' : undefined),
    /** Port of the edge in the links of an origin that runs alone. */
    edgePort: variables.EDGE_PORT ?? EDGE_PORT,
    dataDir: variables.DATA_DIR ?? `${ROOT}.data`,
    databaseUrl: variables.DATABASE_URL ?? '',
    databaseListenUrl: variables.DATABASE_LISTEN_URL ?? '',
    preparedStatements: variables.DATABASE_PREPARED_STATEMENTS === 'on',
    originUrl: variables.ORIGIN_URL ?? `http://127.0.0.1:${ORIGIN_PORT}`,
    smtpUrl: variables.SMTP_URL ?? '',
    smsUrl: variables.SMS_URL ?? '',
    /** The provider that verifies ages, for sites with `age_assurance: provider`. */
    ageAssurance: { url: variables.AGE_ASSURANCE_URL ?? '', secret: variables.AGE_ASSURANCE_SECRET ?? '' },
    edgeSecret: secret('EDGE_SECRET'),
    appSecret: secret('APP_SECRET'),
    /** Memory of the edge for visitors' pages. */
    pageBytes: (variables.PAGE_CACHE_MB ?? 64) * 1024 ** 2,
    /** How long a page of the edge waits for the origin, in ms. */
    pageDeadline: variables.PAGE_DEADLINE_MS ?? 800,
    /** Bearer token for `/__edge/metrics`; without one it can't be read. */
    metricsToken: variables.METRICS_TOKEN ?? '',
    /** Secret that the mail service signs bounces and complaints with; without one none are accepted. */
    mailEventSecret: variables.MAIL_EVENT_SECRET ?? '',
    /** Multiplies the rate limits of the origin. */
    limitFactor: variables.LIMIT_FACTOR ?? 1,
    /** Edges of other processes, notified at once when a tenant changes: `EDGE_URLS=http://edge-1:8787,http://edge-2:8787`. */
    edgeUrls: variables.EDGE_URLS,
    connections: {
      /** The rest of the files that a process may open is left for the database and pictures; an edge alone needs one more for each call it passes on. */
      most: variables.MAX_CONNECTIONS ?? Math.min(16_000, Math.floor(openFiles() * (server === 'edge' ? 0.4 : 0.8))),
      each: variables.MAX_CONNECTIONS_PER_ADDRESS ?? 1_000
    },
    /** No waiting in local mode, unless STOP_WAIT_MS is set: there is no load balancer, and a browser retries. */
    stop: {
      wait: variables.STOP_WAIT_MS ?? (local ? 0 : 1_000),
      silence: local && !variables.STOP_WAIT_MS ? 500 : 5_000,
      grace: 7_000,
      ownWork: 1_500
    },
    tenantsDir: variables.TENANTS_DIR ?? `${ROOT}tenants`,
    dist: `${ROOT}dist`,
    country: {
      header: variables.TRUSTED_GEO_HEADER ?? '',
      proxies: variables.TRUSTED_PROXIES,
      database: variables.GEOIP_MMDB ?? ''
    },
    /** For the operator's commands: who publishes, the edges' addresses in DNS, and which name servers to query. */
    author: variables.TENANTS_AUTHOR,
    edgeHost: variables.EDGE_HOST ?? '',
    nameServers: variables.DNS_SERVERS
  }
  const lines = [...bucketLacks(variables), ...(server ? lacks(server, settings, variables) : [])]
  if (lines.length > 0) throw new UsageError(lines.join('\n'))
  return settings
}

/** Files that this process may have open, including connections; the usual minimum if unknown. */
function openFiles(): number {
  try {
    return Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? 1024)
  } catch {
    return 1024
  }
}

export type Environment = ReturnType<typeof readEnvironment>

/** Base URL of the links in mails: in local mode the edge at this port. */
export const linkBaseOf =
  ({ environment }: Pick<Environment, 'environment'>, port: number) =>
  ({ id, domain }: { id: string; domain: string }) =>
    environment === 'local' ? `http://${id}.localhost:${port}` : `https://${domain}`

/** The line about its mode that a ready server prints, so that the two aren't confused. */
export const modeOf = ({ environment }: Environment) => (environment === 'local' ? 'in local mode' : 'in production')

/** The settings that a server must not start without, one line each. */
function lacks(
  server: Server,
  settings: SafetyOptions & { environment: string; host: string | undefined },
  variables: Variables
): string[] {
  if (settings.environment === 'local') {
    const { host = '' } = settings
    // Anyone who knows the secret can sign anything; edge and origin in one process don't communicate over the network.
    return server === 'origin' && !isLocalHost(host) && host !== '::1' && !variables.EDGE_SECRET
      ? [`HOST=${host} lets other machines in, and the default of EDGE_SECRET is known to all of them. Set EDGE_SECRET.`]
      : []
  }
  if (server === 'edge' || server === 'worker') return unsafeSecret('EDGE_SECRET', settings.edgeSecret)
  const lines = unsafeOptions(settings)
  if (!variables.DATABASE_URL && !variables.EMBEDDED_POSTGRES)
    lines.push('DATABASE_URL is missing. Set it to the database, or set EMBEDDED_POSTGRES=1 to use the one that comes with the project.')
  return lines
}

const BUCKET = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

function bucketLacks(variables: Variables): string[] {
  const missing = BUCKET.filter((name) => !variables[name])
  return missing.length === 0 || missing.length === BUCKET.length
    ? []
    : [`Set ${missing.join(' and ')} too: photos are kept in a bucket when all of ${BUCKET.join(', ')} are set.`]
}

/** The bucket for members' photos; null if they are stored in `dataDir`. */
function bucketOf(variables: Variables) {
  const [endpoint = '', bucket = '', accessKeyId = '', secretAccessKey = ''] = BUCKET.map((name) => variables[name])
  return endpoint ? { endpoint, bucket, accessKeyId, secretAccessKey, region: variables.S3_REGION ?? 'us-east-1' } : null
}
