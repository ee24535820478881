import { isIP } from 'node:net'
import * as v from 'valibot'
import { isProxy } from '../../worker/node/proxies.ts'
import { UsageError } from '../operator/usage-error.ts'

/** The rest of a sentence that begins with the variable's name. */
const PORT = 'must be a whole number from 1 to 65535'
const port = v.optional(v.pipe(v.string(), v.regex(/^\d{1,5}$/, PORT), v.transform(Number), v.minValue(1, PORT), v.maxValue(65_535, PORT)))

const text = v.optional(v.string())

const number = (fits: (value: number) => boolean, message: string) =>
  v.optional(v.pipe(v.string(), v.regex(/^-?\d+(\.\d+)?$/, message), v.transform(Number), v.check(fits, message)))

const WEB = ['http', 'https']
/** Only PostgreSQL can be reached without a host, through a socket. */
const hasScheme = (address: string, schemes: readonly string[]) => {
  const url = URL.parse(address)
  return url !== null && schemes.includes(url.protocol.slice(0, -1)) && (url.hostname !== '' || url.protocol.startsWith('postgres'))
}
const begins = (schemes: readonly string[]) => schemes.map((scheme) => `${scheme}://`).join(' or ')
const address = (schemes: readonly string[]) =>
  v.optional(
    v.pipe(
      v.string(),
      v.check((one) => hasScheme(one, schemes), `must be an address that begins with ${begins(schemes)}`)
    )
  )

/** Account, password and sender of text messages are part of the address. */
const smsAddress = v.optional(
  v.pipe(
    v.string(),
    v.check((one) => {
      const url = URL.parse(one)
      return hasScheme(one, WEB) && Boolean(url?.username && url.password && url.searchParams.get('from'))
    }, 'must look like https://account:token@api.twilio.com?from=sender')
  )
)

const list = (fits: (one: string) => boolean, what: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.transform((all) => all.split(/\s*,\s*/).filter(Boolean)),
      v.everyItem(fits, `must be ${what}, separated by commas`)
    ),
    ''
  )

/** An address with or without a port: `9.9.9.9`, `127.0.0.1:5353`, `[::1]:5353`. */
const isNameServer = (one: string) => isIP(one) > 0 || isIP(one.replace(/^\[|\]?:\d{1,5}$/g, '')) > 0

/** Every variable that the commands read; this is the only list. */
export const Variables = v.object({
  APP_ENV: v.optional(v.picklist(['production', 'local'], 'must be production or local'), 'local'),
  PORT: port,
  HOST: text,
  EDGE_PORT: port,
  DATA_DIR: text,
  TENANTS_DIR: text,
  DATABASE_URL: address(['postgres', 'postgresql']),
  DATABASE_LISTEN_URL: address(['postgres', 'postgresql']),
  DATABASE_PREPARED_STATEMENTS: v.optional(v.picklist(['on', 'off'], 'must be on or off'), 'on'),
  EMBEDDED_POSTGRES: v.optional(v.literal('1', 'must be 1 or left out')),
  ORIGIN_URL: address(WEB),
  EDGE_URLS: list((one) => hasScheme(one, WEB), `addresses that begin with ${begins(WEB)}`),
  EDGE_SECRET: text,
  APP_SECRET: text,
  SMTP_URL: address(['smtp', 'smtps']),
  SMS_URL: smsAddress,
  MAIL_EVENT_SECRET: text,
  AGE_ASSURANCE_URL: address(WEB),
  AGE_ASSURANCE_SECRET: text,
  METRICS_TOKEN: text,
  PAGE_CACHE_MB: number((value) => value >= 0, 'must be a number, 0 or more'),
  PAGE_DEADLINE_MS: number((value) => value > 0, 'must be a number above 0'),
  LIMIT_FACTOR: number((value) => value > 0, 'must be a number above 0'),
  MAX_CONNECTIONS: number((value) => value >= 1, 'must be a number, 1 or more'),
  MAX_CONNECTIONS_PER_ADDRESS: number((value) => value >= 1, 'must be a number, 1 or more'),
  STOP_WAIT_MS: number((value) => value >= 0, 'must be a number, 0 or more'),
  TRUSTED_GEO_HEADER: v.optional(v.pipe(v.string(), v.regex(/^[\w-]+$/, 'must be the name of a header'))),
  TRUSTED_PROXIES: list(isProxy, 'IP addresses or networks such as 10.0.0.0/8'),
  GEOIP_MMDB: text,
  S3_ENDPOINT: address(WEB),
  S3_BUCKET: text,
  S3_REGION: text,
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  EDGE_HOST: text,
  DNS_SERVERS: list(isNameServer, 'IP addresses'),
  TENANTS_AUTHOR: text
})
export type Variables = v.InferOutput<typeof Variables>

/** Their values are never shown: they contain passwords. */
const NEVER_SHOWN: ReadonlySet<string> = new Set(['DATABASE_URL', 'DATABASE_LISTEN_URL', 'SMTP_URL', 'SMS_URL'])

/** Reads the variables. An empty one counts as not set, except APP_ENV. Throws a `UsageError` with a line for each that is malformed. */
export function readVariables(env: NodeJS.ProcessEnv): Variables {
  const set = Object.fromEntries(Object.entries(env).filter(([name, value]) => value !== '' || name === 'APP_ENV'))
  const { success, output, issues } = v.safeParse(Variables, set)
  if (success) return output
  const lines = issues.map(({ path, message }) => {
    const name = String(path?.[0].key)
    return NEVER_SHOWN.has(name) ? `${name} ${message}.` : `${name} ${message}, not "${set[name]}".`
  })
  throw new UsageError([...new Set(lines)].join('\n'))
}
