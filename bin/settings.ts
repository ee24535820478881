import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Ports where none is told. */
export const EDGE_PORT = 8787
export const ORIGIN_PORT = 8788

/** The project's folder. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url))

/**
 * Everything the commands read from the environment, with local defaults. Secrets have defaults in local mode only, and are asked for
 * when they are used: an edge never has to know the origin's own.
 */
export function readEnvironment(env: NodeJS.ProcessEnv = process.env) {
  const environment = env.APP_ENV === 'production' ? ('production' as const) : ('local' as const)
  const secret = (name: string) => {
    const value = env[name]
    if (value && value.length >= 32) return value
    if (environment === 'production')
      throw new Error(`Set ${name} to a secret of at least 32 characters (APP_ENV=production has no default).`)
    return value || `local ${name}: only what runs on this machine is guarded by it`
  }
  return {
    environment,
    s3: bucketOf(env),
    /** Port of what is started, if one is told: the edge's default is 8787, that of an origin alone 8788. */
    port: env.PORT ? Number(env.PORT) : undefined,
    /** In local mode, where secrets are known to everybody, only this machine is served unless told otherwise. */
    host: env.HOST ?? (environment === 'local' ? '127.0.0.1' : undefined),
    /** Port of the edge in the links of an origin that runs alone. */
    edgePort: Number(env.EDGE_PORT ?? EDGE_PORT),
    dataDir: env.DATA_DIR ?? `${ROOT}.data`,
    databaseUrl: env.DATABASE_URL ?? '',
    databaseListenUrl: env.DATABASE_LISTEN_URL ?? '',
    originUrl: env.ORIGIN_URL ?? `http://127.0.0.1:${ORIGIN_PORT}`,
    smtpUrl: env.SMTP_URL ?? '',
    /** Who proves ages, for sites with `age_assurance: provider`. */
    ageAssurance: { url: env.AGE_ASSURANCE_URL ?? '', secret: env.AGE_ASSURANCE_SECRET ?? '' },
    get edgeSecret() {
      return secret('EDGE_SECRET')
    },
    /** Memory of the edge for visitors' pages. */
    pageBytes: Number(env.PAGE_CACHE_MB ?? 64) * 1024 ** 2,
    /** Who may read `/__edge/metrics`; without one nobody. */
    metricsToken: env.METRICS_TOKEN ?? '',
    get appSecret() {
      return secret('APP_SECRET')
    },
    /** Signs what the mail service tells about bounces and complaints; without one nothing is taken. */
    mailEventSecret: env.MAIL_EVENT_SECRET ?? '',
    /** Multiplies the rate limits of the origin. */
    limitFactor: Number(env.LIMIT_FACTOR ?? 1),
    /** Edges of other processes, told at once when a tenant changes: `EDGE_URLS=http://edge-1:8787,http://edge-2:8787`. */
    edgeUrls: (env.EDGE_URLS ?? '').split(',').filter(Boolean),
    connections: {
      /** What is left of the files that a process may open is for the origin, the database and pictures. */
      most: Number(env.MAX_CONNECTIONS ?? Math.min(16_000, Math.floor(openFiles() * 0.8))),
      each: Number(env.MAX_CONNECTIONS_PER_ADDRESS ?? 1_000)
    },
    /** In local mode nobody wants to wait: there is no balancer, and a browser asks again. */
    stop: {
      wait: Number(env.STOP_WAIT_MS ?? (environment === 'local' ? 0 : 1_000)),
      silence: environment === 'local' ? 500 : 5_000
    },
    tenantsDir: env.TENANTS_DIR ?? `${ROOT}tenants`,
    dist: `${ROOT}dist`,
    country: {
      header: env.TRUSTED_GEO_HEADER ?? '',
      proxies: (env.TRUSTED_PROXIES ?? '').split(',').filter(Boolean),
      database: env.GEOIP_MMDB ?? ''
    }
  }
}

/** Files that this process may have open, connections among them; where nobody says, as few as is usual. */
function openFiles(): number {
  try {
    return Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? 1024)
  } catch {
    return 1024
  }
}

/** The bucket for members' photos; null where they are kept in `dataDir`. Throws when something of it is missing. */
function bucketOf(env: NodeJS.ProcessEnv) {
  const names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  const missing = names.filter((name) => !env[name])
  if (missing.length === names.length) return null
  if (missing.length > 0)
    throw new Error(`Set ${missing.join(' and ')} too: photos are kept in a bucket when all of ${names.join(', ')} are set.`)
  const [endpoint = '', bucket = '', accessKeyId = '', secretAccessKey = ''] = names.map((name) => env[name])
  return { endpoint, bucket, accessKeyId, secretAccessKey, region: env.S3_REGION || 'us-east-1' }
}

export type Environment = ReturnType<typeof readEnvironment>
