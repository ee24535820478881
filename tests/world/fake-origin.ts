import { streamBatch } from '../../origin/http/stream-batch.ts'
import { BATCH_PATH, batchedTargets } from '../../shared/api/batch.ts'
import { verifyEdgeRequest, type EdgeFacts } from '../../shared/auth/edge-signature.ts'
import { errorBody } from '../../shared/api/errors.ts'
import type { TenantRecord } from '../../shared/tenants/schema.ts'

export const EDGE_SECRET = 'a secret that edge and origin share in tests'

/** What reached the origin. */
export interface OriginCall {
  method: string
  path: string
  query: URLSearchParams
  headers: Headers
  body: string
  /** Null when the signature is missing or wrong. */
  facts: EdgeFacts | null
  /** Aborted when the edge no longer waits. */
  signal: AbortSignal
}

export type OriginHandler = (call: OriginCall) => Response | undefined | Promise<Response | undefined>

const ID = 'AAAAAAAAAAAAAAAAAAAAAA'
const NOW = '2026-11-21T12:00:00.000Z'

/** The one in RFC 8292, of its example. */
export const PUSH_PUBLIC_KEY = 'BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs'

/** A member card with a name that is easy to look for. */
export const CARD = {
  id: ID,
  name: 'Rosalinde',
  age: 34,
  gender: 'woman',
  country: 'NL',
  region: 'NL-NH',
  region_name: 'Noord-Holland',
  main_image: null,
  fictional: false,
  online: 'no',
  liked: false
}

export const USER = {
  id: 'BBBBBBBBBBBBBBBBBBBBBB',
  status: 'confirmed',
  email: 'mira@cast.example',
  credits: 4,
  paid_user: false,
  signup_date: NOW,
  language: 'nl',
  notifications_disabled: [],
  num_unread_messages: 2,
  num_new_likes: 1,
  profile: {
    id: 'BBBBBBBBBBBBBBBBBBBBBB',
    name: 'Mira',
    age: 30,
    gender: 'woman',
    country: 'NL',
    region: null,
    status: 'active',
    main_image: null
  }
}

const PROFILE = {
  name: 'Mira',
  date_of_birth: '1996-03-14',
  gender: 'woman',
  looking_for: ['man'],
  country: 'NL',
  region: 'NL-NH',
  interests: ['tea'],
  sexuality: null,
  relationship_status: null,
  body_type: null,
  hair_colour: null,
  eye_colour: null,
  tattoos: null,
  reason: null,
  about: null,
  wishes: null,
  limits: null,
  hidden_fields: ['date_of_birth'],
  shown_to_visitors: false,
  shown_in: [],
  sister_sites: []
}

const json = (value: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json', ...headers } })

/** 304 to whoever holds it already. */
const tagged = (asked: Headers, etag: string, value: unknown) =>
  asked.get('if-none-match') === etag ? new Response(null, { status: 304, headers: { etag } }) : json(value, 200, { etag })

/** An origin that answers the reads of the contract with little, and whatever `handler` says first. */
export function fakeOrigin(tenants: readonly TenantRecord[], handler: OriginHandler = () => undefined, realNow: () => number = Date.now) {
  const calls: OriginCall[] = []
  async function answer(request: Request): Promise<Response> {
    const url = new URL(request.url)
    const facts = await verifyEdgeRequest(EDGE_SECRET, request.method, url.pathname + url.search, request.headers, realNow())
    const call = {
      method: request.method,
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body: await request.text(),
      facts,
      signal: request.signal
    }
    calls.push(call)
    return (await handler(call)) ?? (call.path === BATCH_PATH ? batched(call) : byDefault(call, tenants))
  }
  /** Each query of a batch is a call of its own, too; one whose handler breaks is answered 503. */
  async function batched({ query, ...batch }: OriginCall): Promise<Response> {
    return await streamBatch(async (listener) => {
      listener.begins({ status: 200, headers: new Headers() })
      await Promise.all(
        batchedTargets(query).map(async (target, index) => {
          const url = new URL(target, 'http://origin.test')
          const call = { ...batch, path: url.pathname, query: url.searchParams }
          calls.push(call)
          const answer = await answerTo(call).catch(() => new Response(null, { status: 503 }))
          const body = (await answer.json().catch(() => null)) as unknown
          listener.answers({ index, status: answer.status, etag: answer.headers.get('etag'), body })
        })
      )
    })
  }
  const answerTo = async (call: OriginCall) => (await handler(call)) ?? byDefault(call, tenants)
  return { calls, answer, asked: (path: string) => calls.filter((call) => call.path === path) }
}

function byDefault({ path, query, headers }: OriginCall, tenants: readonly TenantRecord[]): Response {
  const member = headers.get('cookie')?.startsWith('auth=') ?? false
  const members = (value: unknown) => (member ? json(value) : json(errorBody('authentication_required'), 403))
  switch (path) {
    case '/api/hosts.php':
      return tagged(headers, `"hosts.${tenants.reduce((sum, { version }) => sum + version, 0)}"`, {
        version: 1,
        tenants: tenants.map(({ settings: { id, domain, aliases, status, group = null, domain_language, countries }, version }) => ({
          id,
          domain,
          aliases,
          status,
          group,
          domain_language,
          countries,
          version
        }))
      })
    case '/api/settings.php': {
      const record = tenants.find(({ settings }) => settings.domain === query.get('forced-domain'))
      if (!record) return json(errorBody('not_found'), 404)
      return tagged(headers, `"${record.settings.id}.${record.version}"`, {
        ...record,
        domain_language: record.settings.domain_language,
        push_public_key: PUSH_PUBLIC_KEY
      })
    }
    case '/api/user.php':
      return members({ user: USER, now: NOW })
    case '/api/interests.php':
      return json({ interests: [] })
    case '/api/chats.php':
      return members({ chats: [], total: 0, total_unread: 2, page: 1 })
    case '/api/likes.php':
      return members({ profiles: [], liked_by: [], total_profiles: 0, total_liked_by: 0, total_new: 1, page: 1 })
    case '/api/members.php':
      return json({ members: [CARD], total: 1, total_exact: true, page: 1, pages: 1, similar: [], access: 'all' })
    case '/api/member.php':
      return query.get('id') === ID
        ? json({
            member: {
              ...CARD,
              photo_count: 1,
              more_photos: [],
              interests: ['tea'],
              date_of_birth: null,
              sexuality: null,
              relationship_status: null,
              body_type: null,
              hair_colour: null,
              eye_colour: null,
              tattoos: null,
              reason: null,
              about: null,
              wishes: null,
              limits: null,
              looking_for: [],
              blocked: false,
              match: false,
              confirmed: true
            },
            now: NOW
          })
        : json(errorBody('not_found'), 404)
    case '/api/profile.php':
      return members({ profile: PROFILE })
    case '/api/notifications.php':
      return members({
        email: USER.email,
        preferences: { messages: 'at_once', likes: 'daily', visits: 'never', tips: 'never', offers: 'never' },
        push: { message: true, like: true, match: true },
        disabled: []
      })
    case '/api/block.php':
      return members({ blocked: [], total: 0, page: 1 })
    case '/api/chat.php':
      return members({
        conversation_id: null,
        profile: CARD,
        messages: [],
        has_more: false,
        write_block: null,
        own_mail_unconfirmed: false,
        message_length: 1000,
        history_months: 12,
        draft: null
      })
    default:
      if (path.startsWith('/brand/'))
        return new Response('png', { headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=31536000, immutable' } })
      return json(errorBody('not_found'), 404)
  }
}
