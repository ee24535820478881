import { setTimeout as sleep } from 'node:timers/promises'
import { pino, type Logger } from 'pino'
import type { Kysely } from 'kysely'
import { createClock } from './clock.ts'
import type { Tables } from './db/tables.ts'
import type { Listener } from './db/listener.ts'
import type { Deps } from './deps.ts'
import { wakeDigests } from './digests/send-digests.ts'
import { createEventHub } from './events/hub.ts'
import { DEV_AGE_PATH } from './http/dev-age.ts'
import { createLinkedAssurance } from './providers/age-assurance.ts'
import { createCaughtTransport, type MailTransport } from './providers/mail.ts'
import { readKey } from './payments/provider-keys.ts'
import { openMediaStore } from './providers/open-media-store.ts'
import { createPaymentProviders, NO_PROVIDERS, type ProviderOptions } from './providers/payment/open-providers.ts'
import { createPushTransport } from './providers/push.ts'
import type { S3Options } from './providers/s3-store.ts'
import { createCaughtSms, createTwilioSms } from './providers/sms.ts'
import { createTenantStore } from './settings/store.ts'

/** The options that the parts of an origin are built from; empty strings mean "none". */
export interface DepsOptions {
  /** Shared with the edge. */
  edgeSecret: string
  appSecret: string
  /** Shared with the mail service; without it no mail events are accepted. */
  mailEventSecret?: string
  /** `APP_ENV=local`: mails are caught, the clock can be moved, `/__dev` answers, demo tenants are allowed. */
  local: boolean
  /** Members' photos are stored in its folder `media`, unless there is a bucket. */
  dataDir: string
  s3?: S3Options | null
  /** Without it mails are caught; production needs it. */
  smtpUrl?: string
  /** The provider of text messages; without it local mode catches them, and production has none. */
  smsUrl?: string
  /** Base URL of links in mails. */
  linkBase: (tenant: { id: string; domain: string }) => string
  /** The provider that proves ages for sites with `age_assurance: provider`; local mode has a stand-in. */
  ageAssurance?: { url: string; secret: string }
  /** Providers of payments; without them nothing can be bought. */
  payments?: ProviderOptions
  limitFactor?: number
  log?: Logger
}

/**
 * Creates the parts of an origin on this database.
 * @param listener sends events to other processes and receives theirs. Without one this is a command: its mails and pushes wait in the database for
 * an origin to deliver them.
 */
export async function createDeps(options: DepsOptions, db: Kysely<Tables>, listener?: Listener): Promise<Deps> {
  const clock = createClock()
  const log = options.log ?? pino()
  const tenants = await createTenantStore(db, {
    local: options.local,
    onUnreadable: (tenant, version) =>
      log.error({ tenant, version }, 'stored settings do not fit the schema; the version before them is served')
  })
  const deps: Deps = {
    db,
    now: clock.now,
    setNow: options.local ? clock.setNow : null,
    realNow: clock.realNow,
    pause: sleep,
    secrets: { edge: options.edgeSecret, app: options.appSecret, mailEvents: options.mailEventSecret ?? '' },
    tenants,
    events: createEventHub(listener),
    mail: await mailTransportOf(options),
    ageAssurance: ageAssuranceOf(options),
    media: openMediaStore(options),
    push: createPushTransport(),
    payments: createPaymentProviders(options.payments ?? NO_PROVIDERS, {
      realNow: clock.realNow,
      keyOf: (brand, provider) => readKey(deps, brand, provider)
    }),
    sms: options.smsUrl ? createTwilioSms(options.smsUrl) : options.local ? createCaughtSms() : null,
    log,
    local: options.local,
    linkBase: options.linkBase,
    limitFactor: options.limitFactor ?? 1,
    delivers: listener !== undefined,
    wakeDigests: () => wakeDigests(deps)
  }
  return deps
}

function ageAssuranceOf({ ageAssurance, local, appSecret }: DepsOptions) {
  if (ageAssurance?.url) return createLinkedAssurance({ name: new URL(ageAssurance.url).host, ...ageAssurance })
  return local ? createLinkedAssurance({ name: 'local', url: DEV_AGE_PATH, secret: appSecret }) : null
}

/** The SMTP library is loaded only where mails are sent: most commands and tests send none. */
async function mailTransportOf({ smtpUrl }: DepsOptions): Promise<MailTransport> {
  return smtpUrl ? (await import('./providers/smtp.ts')).createSmtpTransport(smtpUrl) : createCaughtTransport()
}
