import { setTimeout as sleep } from 'node:timers/promises'
import { PUSH_HEADER, signPush } from '../../shared/auth/push-signature.ts'
import { isClosed } from '../../shared/tenants/offering.ts'
import type { Tenant, TenantRecord } from '../../shared/tenants/schema.ts'
import { messageOf } from '../operator/message-of.ts'
import { ask, isLocalUrl, settingsInPage } from './ask.ts'

/** The result of one edge. */
export interface EdgeAnswer {
  edge: string
  /** Time until it had the version, in ms; null if it doesn't have it. */
  ms: number | null
  /** Status that readers of the brand get there. */
  status?: number
  /** Why it doesn't have it. */
  reason?: string
}

/** How edges are called. */
export interface Asking {
  /** In production edges know tenants only by their domains, and no drafts. */
  production: boolean
  /** The secret shared by edge and origin; null: no push, the edges refresh by themselves. */
  secret: string | null
}

/** Without a push an edge is at most 46 s behind. */
const PATIENCE = 60_000
/** A push may come before the edge's origin knows the version: it is sent again. In ms. */
const PUSH_AGAIN = 250
/** The status of a brand without pages in production. */
const CLOSED: Record<Tenant['status'], number | null> = { draft: 404, live: null, paused: 503, gone: 410 }

/** Pushes the version to every edge and polls until each has it. */
export async function waitForEdges(record: TenantRecord, edges: readonly URL[], asking: Asking): Promise<EdgeAnswer[]> {
  return await Promise.all(edges.map((edge) => waitForEdge(record, edge, asking)))
}

async function waitForEdge(record: TenantRecord, edge: URL, { production, secret }: Asking): Promise<EdgeAnswer> {
  const began = performance.now()
  const host = hostAt(edge, record.settings, production)
  let pushed = Number.NEGATIVE_INFINITY
  let held: number | null = null
  for (;;) {
    if (secret && performance.now() - pushed > PUSH_AGAIN) {
      pushed = performance.now()
      held = await push(record, edge, host, secret)
    }
    const seen = await look(record, edge, host, held)
    const ms = Math.round(performance.now() - began)
    if (seen.reason === undefined) return { edge: edge.origin, ms, ...seen }
    if (ms > PATIENCE) return { edge: edge.origin, ms: null, ...seen }
    await sleep(ms < 2000 ? 25 : 500)
  }
}

/** The name under which this edge knows the tenant. */
function hostAt(edge: URL, { id, domain }: Tenant, production: boolean): string {
  return isLocalUrl(edge) && !production ? `${id}.localhost${edge.port && `:${edge.port}`}` : domain
}

/** Tells the edge to refresh now. Resolves with the version it has then, 0 if it doesn't know the tenant; null if it doesn't say. */
async function push({ settings, version }: TenantRecord, edge: URL, host: string, secret: string): Promise<number | null> {
  const body = JSON.stringify({ tenant: settings.id, version })
  const headers = { 'content-type': 'application/json', [PUSH_HEADER]: await signPush(secret, body, Date.now()) }
  try {
    const answer = await ask(new URL('/__edge/changed', edge), { headers, body, host })
    return answer.status === 200 ? ((JSON.parse(answer.body) as { version: number | null }).version ?? 0) : null
  } catch {
    return null
  }
}

/**
 * The status that readers of the brand get, and why this edge doesn't have the version.
 * @param held the edge's answer to the push
 */
async function look(
  { settings, version }: TenantRecord,
  edge: URL,
  host: string,
  held: number | null
): Promise<Omit<EdgeAnswer, 'edge' | 'ms'>> {
  try {
    // A brand that has closed or is paused still has its log-in: what readers of any other page get is its status.
    const { status, body } = await ask(new URL(isClosed(settings) ? '/' : '/login', edge), { host })
    const served = settingsInPage(body)?.version
    if (typeof served !== 'number' && status !== CLOSED[settings.status]) return { status, reason: `it answers ${status} for ${host}` }
    // A page contains its version; a brand without pages only has its status, and an edge that doesn't know it yet may answer the same.
    const has = typeof served === 'number' ? served : held
    return has === null || has >= version ? { status } : { status, reason: has === 0 ? 'it does not know it yet' : `it has version ${has}` }
  } catch (error) {
    return { reason: messageOf(error) }
  }
}
