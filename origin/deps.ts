import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { EdgeFacts } from '../shared/auth/edge-signature.ts'
import type { Tables } from './db/tables.ts'
import type { EventHub } from './events/hub.ts'
import type { AgeAssurance } from './providers/age-assurance.ts'
import type { MailTransport } from './providers/mail.ts'
import type { PaymentProviders } from './providers/payment/port.ts'
import type { PushTransport } from './providers/push.ts'
import type { SmsProvider } from './providers/sms.ts'
import type { MediaStore } from './providers/storage.ts'
import type { TenantStore } from './settings/store.ts'

/** What the origin needs from outside; tests pass their own clock, database and providers. */
export interface Deps {
  db: Kysely<Tables>
  /** Business time: moves with `/__dev/clock`. */
  now: () => Date
  /** Sets business time; null if nothing may move it. */
  setNow: ((at: Date) => void) | null
  /** Real time in ms: signatures, limits, deadlines. Never moves. */
  realNow(): number
  /** Waits, in real ms, so that answers that differ take the same time. */
  pause(ms: number): Promise<void>
  secrets: {
    /** Shared with the edge: signatures and session tokens. */
    edge: string
    /** The origin's own: keys of login counters, media addresses, what `tenant_secrets` holds. */
    app: string
    /** Shared with the mail service, which signs its events with it; empty: no events are accepted. */
    mailEvents: string
  }
  tenants: TenantStore
  events: EventHub
  mail: MailTransport
  /** Proves ages for sites with `age_assurance: provider`; null if none is set up. */
  ageAssurance: AgeAssurance | null
  media: MediaStore
  push: PushTransport
  payments: PaymentProviders
  /** Sends codes to phones; null if none is set up: then no brand offers direct debit. */
  sms: SmsProvider | null
  log: Logger
  /** `APP_ENV=local`: `/__dev/*` answers. */
  local: boolean
  /** Base URL of links in mails, e.g. `https://velvet.example` or `http://velvet.localhost:8787`. */
  linkBase(tenant: { id: string; domain: string }): string
  /** Multiplies the rate limits; tests that send thousands raise it. */
  limitFactor: number
  /** Mails and pushes are sent soon after their commit. False in commands: an origin delivers what they queue. */
  delivers: boolean
  /** Sends due digests soon, in the background. Passed here because mails cause events themselves: a bounce does. */
  wakeDigests: () => void
}

/** The context of a request in the app. */
export interface OriginEnv {
  Variables: { facts: EdgeFacts; headers: Headers }
}
