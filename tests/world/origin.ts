import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type * as v from 'valibot'
import { createOrigin, type Origin } from '../../origin/app.ts'
import { referenceOf } from '../../origin/accounts/age-check.ts'
import { openSession } from '../../origin/accounts/sessions.ts'
import { grantCredits } from '../../origin/credits/grant-credits.ts'
import { openDatabase } from '../../origin/db/database.ts'
import type { MemberRow } from '../../origin/db/tables/members.ts'
import type { Deps } from '../../origin/deps.ts'
import { createEventHub } from '../../origin/events/hub.ts'
import { digestsIdle, wakeDigests } from '../../origin/digests/send-digests.ts'
import { senderIdle, type MailMessage } from '../../origin/mails/send-mails.ts'
import { createLinkedAssurance, signAgeAnswer } from '../../origin/providers/age-assurance.ts'
import type { MailTransport, OutgoingMail } from '../../origin/providers/mail.ts'
import { createFileStore, type MediaStore } from '../../origin/providers/storage.ts'
import type { PushTransport } from '../../origin/providers/push.ts'
import { pusherIdle } from '../../origin/push/send-pushes.ts'
import { createTenantStore } from '../../origin/settings/store.ts'
import { CONTRACT, type Contract, type EntryName } from '../../shared/api/contract.ts'
import type { EntryOutput } from '../../shared/api/entry.ts'
import type { ErrorBody } from '../../shared/api/errors.ts'
import { signBody } from '../../shared/auth/body-signature.ts'
import { signEdgeRequest, type EdgeFacts } from '../../shared/auth/edge-signature.ts'
import type { Tenant, TenantRecord } from '../../shared/tenants/schema.ts'
import { createTestDatabase } from '../database.ts'
import { insertMember, PASSWORD, type MemberOverrides } from './members.ts'
import { createPushService } from './push-service.ts'
import { aTenant } from './tenants.ts'

/** The day on which every world begins. */
export const START = new Date('2026-11-16T12:00:00Z')
export { PASSWORD }
const APP_SECRET = 'a secret of the origin alone in tests'
export const AGE_SECRET = 'a secret that the provider of age proofs shares'
const EDGE_SECRET = 'a secret that edge and origin share in tests'

/**
 * Sites that suffice for most tests. Pool "north": `velvet` (Dutch, open) and `nordic` (Danish, sign-up with a traffic
 * source). Pool "isle": `isle` (English, tells whether an address has an account).
 */
const SITES: Parameters<typeof aTenant>[0][] = [
  { id: 'velvet', pool: 'north', countries: ['NL', 'BE'], domain_language: 'nl', signup_credits: 4 },
  {
    id: 'nordic',
    pool: 'north',
    name: 'Nordic',
    countries: ['DK', 'NL'],
    domain_language: 'da',
    signups: 'with_trafficsource',
    logged_out_search: 'none'
  },
  {
    id: 'isle',
    name: 'Isle',
    countries: ['GB', 'US'],
    domain_language: 'en',
    explicit_account_errors: true,
    logged_out_search: 'limited',
    min_age: 21
  }
]

/** A member of a test with the session cookie of their last log-in. */
export interface TestMember {
  row: MemberRow
  /** The public id. */
  id: string
  tenant: string
  cookie: string
}

interface CallOptions {
  as?: TestMember | null
  /** Site by id; default: the member's, else `velvet`. */
  tenant?: string
  query?: Record<string, string>
  /** JSON, or the bytes of an upload (a PNG unless the headers say otherwise). */
  body?: unknown
  headers?: Record<string, string>
  facts?: Partial<EdgeFacts>
}

/** What came back. `body` is the parsed JSON, `text` the bytes as they were. */
interface Answer<Body> {
  status: number
  body: Body
  text: string
  headers: Headers
}

export interface World {
  deps: Deps
  /** Address of the database, for commands. */
  databaseUrl: string
  /** Where the photos are. */
  mediaDir: string
  now(): Date
  /** Moves business time by seconds. */
  advance(seconds: number): void
  /** Moves business time to an instant. */
  setNow(at: Date): void
  /** Moves real time by seconds: signatures, limits, deadlines. */
  advanceReal(seconds: number): void
  tenant(id: string): TenantRecord
  /** Publishes a site or changes one. */
  publish(overrides: Parameters<typeof aTenant>[0]): Promise<TenantRecord>
  /** Calls an entry as the edge would, by our own script: signed, with the client header, writes with JSON and a fresh key. */
  call<N extends EntryName>(entry: N, options?: CallOptions): Promise<Answer<EntryOutput<Contract[N]> & Partial<ErrorBody>>>
  /** Any request, signed; `headers` of null are left out. */
  send(
    path: string,
    init?: {
      method?: string
      tenant?: string
      headers?: Record<string, string | null>
      body?: string | Uint8Array | ReadableStream
      facts?: Partial<EdgeFacts>
      signal?: AbortSignal
    }
  ): Promise<Response>
  /** The request itself, unsigned or as you made it. */
  fetch(request: Request): Promise<Response>
  /** The same for a batch of an edge in this process. */
  batch: Origin['batch']
  /** A confirmed member with an active profile on `velvet`, born 1990. */
  aMember(overrides?: MemberOverrides & { tenant?: string; credits?: number }): Promise<TestMember>
  /** Gives the member a fresh session on a site (default: their own) without asking for the password. */
  signIn(member: TestMember, tenant?: string): Promise<TestMember>
  /** Mails so far, oldest first, sent or not. */
  mails(to?: string): Promise<{ to: string; subject: string; text: string; html: string; links: string[] }[]>
  /** Resolves when mails and pushes that were woken are sent. */
  idle(): Promise<void>
  /** What the mail transport was given. */
  sent: OutgoingMail[]
  /** Every row of every table as text: the same before and after a call without effect. */
  everything(): Promise<string>
  close(): Promise<void>
}

export interface WorldOptions {
  sites?: Parameters<typeof aTenant>[0][]
  limitFactor?: number
  local?: boolean
  /** Instead of the transport that keeps mails in `sent`. */
  mail?: MailTransport
  /** Instead of a push service that takes everything and keeps it nowhere. */
  push?: PushTransport
  /** Multiplies the time limits of the database: tests say what happens, not how soon. */
  patience?: number
  /** Instead of a folder that is removed at the end. */
  media?: MediaStore
}

/** A row as text; bytes as the letters they are and as they would stand in a token or an address. */
export function readable(row: object): string {
  return JSON.stringify(row, function (this: Record<string, unknown>, key, value: unknown) {
    const raw = this[key]
    return Buffer.isBuffer(raw) ? `${raw.toString('latin1')} ${raw.toString('base64url')}` : value
  })
}

/** What the mail service signs with in tests. */
const MAIL_EVENT_SECRET = 'a secret of the mail service in tests'

/** What the mail service puts into its header for a body. */
export async function signMailEvent(body: string, { secret = MAIL_EVENT_SECRET, at = Date.now() } = {}): Promise<string> {
  return await signBody(secret, CONTRACT.takeMailEvent.signature!.purpose, body, at)
}

/** An origin on a database of its own, with sites, a clock that stands still until it is moved, and a mailbox. Close it. */
export async function createWorld({
  sites = SITES,
  limitFactor = 1000,
  local = true,
  mail,
  media,
  push,
  patience = 10
}: WorldOptions = {}): Promise<World> {
  const database = await createTestDatabase()
  const mediaDir = await mkdtemp(join(tmpdir(), 'tether-media-'))
  const db = openDatabase(database.url, { patience })
  const tenants = await createTenantStore(db, { local })
  let business = START.getTime()
  let realOffset = 0
  const sent: OutgoingMail[] = []
  const deps: Deps = {
    db,
    now: () => new Date(business),
    setNow: local ? (at) => void (business = at.getTime()) : null,
    realNow: () => Date.now() + realOffset,
    secrets: { edge: EDGE_SECRET, app: APP_SECRET, mailEvents: MAIL_EVENT_SECRET },
    tenants,
    events: createEventHub(),
    ageAssurance: createLinkedAssurance({ name: 'prover.example', url: 'https://prover.example/check', secret: AGE_SECRET }),
    mail: mail ?? { send: async (one) => void sent.push(one), caught: true, close: () => {} },
    media: media ?? createFileStore(mediaDir),
    push: push ?? createPushService(),
    log: pino({ level: process.env.LOG_LEVEL ?? 'silent' }),
    local,
    linkBase: ({ domain }) => `https://${domain}`,
    limitFactor,
    delivers: true,
    wakeDigests: () => wakeDigests(deps)
  }
  const origin = createOrigin(deps)
  const publish: World['publish'] = async (overrides) => {
    const known = overrides?.id === undefined ? null : tenants.byId(overrides.id)
    const { settings, company } = aTenant({ ...known?.settings, ...overrides })
    return (await tenants.publish(settings, company, 'test', deps.now())).record
  }
  for (const site of sites) await publish(site)

  const tenant = (id: string): TenantRecord => {
    const record = tenants.byId(id)
    if (!record) throw new Error(`There is no site "${id}" in this world`)
    return record
  }

  const factsFor = (site: string | undefined, overrides: Partial<EdgeFacts> = {}): EdgeFacts => {
    const settings: Tenant | null = site === undefined ? null : tenant(site).settings
    return {
      host: settings?.domain ?? '',
      country: settings?.countries[0] ?? 'XX',
      selectedCountry: '',
      language: settings?.domain_language ?? 'en',
      ip: '203.0.113.7',
      requestId: randomUUID(),
      visit: '',
      local: local ? '1' : '',
      ...overrides
    }
  }

  const send: World['send'] = async (path, { method = 'GET', tenant: site, headers = {}, body, facts, signal } = {}) => {
    const signed = await signEdgeRequest(EDGE_SECRET, method, path, factsFor(site, facts), deps.realNow())
    const all = {
      ...signed,
      ...Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === null ? [] : [[name, value]])))
    }
    const init = {
      method,
      headers: all,
      ...(signal && { signal }),
      ...(body === undefined ? {} : { body: body as BodyInit, duplex: 'half' })
    }
    return await origin.fetch(new Request(`http://origin.internal${path}`, init))
  }

  const call: World['call'] = async (name, { as = null, tenant: site, query = {}, body, headers = {}, facts } = {}) => {
    const entry = CONTRACT[name]
    const search = new URLSearchParams(query)
    const response = await send(search.size > 0 ? `${entry.path}?${search}` : entry.path, {
      method: entry.method,
      tenant: site ?? as?.tenant ?? (entry.caller === 'edge' ? undefined : 'velvet'),
      headers: {
        'x-client-request': '1',
        ...(entry.idempotency === 'key' && { 'idempotency-key': randomUUID() }),
        ...(as && { cookie: `auth=${as.cookie}` }),
        ...(entry.body && { 'content-type': entry.takes.kind === 'file' ? 'image/png' : 'application/json' }),
        ...headers
      },
      ...(entry.body && { body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body ?? {}) }),
      facts
    })
    const text = await response.text()
    return { status: response.status, text, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
  }

  const signIn: World['signIn'] = async (member, site = member.tenant) => {
    let cookie = ''
    const setCookie = (value: string) => (cookie = cookieValue(value))
    const opening = { db, deps, tenant: tenant(site), now: deps.now(), sessionHash: null, setCookie, facts: factsFor(site), userAgent: '' }
    await openSession(opening, member.row.id)
    return { ...member, tenant: site, cookie }
  }

  const aMember: World['aMember'] = async ({ tenant: site = 'velvet', credits = 0, ...overrides } = {}) => {
    const { settings } = tenant(site)
    const row = await insertMember(db, settings, deps.now(), overrides)
    await grantCredits(db, { member: row.id, credits, movement: `test:${row.id}`, reason: 'test', now: deps.now() })
    return await signIn({ row, id: row.public_id, tenant: site, cookie: '' })
  }

  const idle = async () => {
    await digestsIdle(deps)
    await senderIdle(deps)
    await pusherIdle(deps)
  }

  return {
    deps,
    databaseUrl: database.url,
    mediaDir,
    now: () => deps.now(),
    advance: (seconds) => void (business += seconds * 1000),
    setNow: (at) => void (business = at.getTime()),
    advanceReal: (seconds) => void (realOffset += seconds * 1000),
    tenant,
    publish,
    call,
    send,
    fetch: origin.fetch,
    batch: origin.batch,
    aMember,
    signIn,
    sent,
    idle,
    async mails(to) {
      await idle()
      const rows = await db.selectFrom('outbox').selectAll().where('channel', '=', 'mail').orderBy('id').execute()
      return rows
        .filter((row) => to === undefined || row.recipient === to)
        .map(({ recipient, message }) => {
          const { subject, text, html, links } = message as MailMessage
          return { to: recipient!, subject, text, html, links }
        })
    },
    async everything() {
      const tables = await db.introspection.getTables()
      const names = tables.filter((table) => table.schema === 'public').map((table) => table.name)
      const parts = names.map(async (name) => {
        const rows = await db
          .selectFrom(name as 'members')
          .selectAll()
          .execute()
        return `${name}\n${rows.map(readable).sort().join('\n')}`
      })
      return (await Promise.all(parts)).join('\n')
    },
    async close() {
      deps.events.close()
      await origin.close()
      await idle()
      await db.destroy()
      await database.drop()
      await rm(mediaDir, { recursive: true, force: true })
    }
  }
}

/** The value in a `Set-Cookie` of the session. */
export function cookieValue(setCookie: string | null): string {
  return /^auth=([^;]*)/.exec(setCookie ?? '')?.[1] ?? ''
}

/** The `Cookie` header of a browser that was given this answer. */
export function browserOf(answer: { headers: Headers }): { cookie: string } {
  const pairs = answer.headers.getSetCookie().map((one) => one.split(';')[0])
  return { cookie: pairs.join('; ') }
}

/** The one-time token in the link of a mail. */
export function tokenOf(mail: { links: string[] } | undefined): string {
  return new URL(mail?.links[0] ?? 'https://none.example/').pathname.slice(1)
}

/** What the provider of age proofs says of a member. */
export function anAgeAnswer(
  publicId: string,
  over: 'yes' | 'no' = 'yes',
  { minAge = 18, expires = START.getTime() + 365 * 24 * 3600 * 1000 } = {}
) {
  const reference = referenceOf(APP_SECRET, publicId, { minAge, expires })
  return { age_reference: reference, age_over: over, age_signature: signAgeAnswer(AGE_SECRET, reference, over) }
}

/** A complaint that is fine; say only what matters to the test. */
export function aComplaint(overrides: Partial<v.InferInput<Contract['fileComplaint']['body']>> = {}) {
  return {
    kind: 'own_data' as const,
    page: '',
    text: `Somebody shows a picture of me. ${randomUUID()}`,
    earlier: '',
    name: 'Wilma Writer',
    email: 'wilma@mail.example' as string | null,
    ...overrides
  }
}

/** A sign-up form that is fine; say only what matters to the test. */
export function aSignUp(overrides: Partial<v.InferInput<Contract['signUp']['body']>> = {}) {
  // Letters only: the digits of a name may not look like a phone number.
  const unique = [...randomBytes(8)].map((byte) => String.fromCodePoint(97 + (byte % 26))).join('')
  return {
    email: `new.${unique}@mail.example`,
    name: `New ${unique}`,
    password: PASSWORD,
    date_of_birth: '1990-05-17',
    gender: 'woman' as const,
    looking_for: ['man' as const],
    country: 'NL',
    region: null,
    signup_message: '',
    consent_terms: true as const,
    consent_sensitive: true as const,
    ...overrides
  }
}
