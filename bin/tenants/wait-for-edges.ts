import { setTimeout as sleep } from 'node:timers/promises'
import { PUSH_HEADER, signPush } from '../../shared/auth/push-signature.ts'
import type { TenantRecord } from '../../shared/tenants/schema.ts'
import { ask, isLocalUrl, settingsInPage } from './ask.ts'

/** What one edge said. */
export interface EdgeAnswer {
  edge: string
  /** Until it answered the version, in ms; null: it did not. */
  ms: number | null
  /** Why not. */
  reason?: string
}

/** Without a push an edge is at most 46 s behind. */
const PATIENCE = 60_000
/** A push may come before the edge's origin knows the version: it is sent again. In ms. */
const PUSH_AGAIN = 250

/**
 * Pushes the version to every edge and asks until each answers it.
 * @param secret the one that edge and origin share; null: no push, the edges look again by themselves
 */
export async function waitForEdges(record: TenantRecord, edges: readonly URL[], secret: string | null): Promise<EdgeAnswer[]> {
  return await Promise.all(edges.map((edge) => waitForEdge(record, edge, secret)))
}

async function waitForEdge(record: TenantRecord, edge: URL, secret: string | null): Promise<EdgeAnswer> {
  const began = performance.now()
  let pushed = Number.NEGATIVE_INFINITY
  for (;;) {
    const reason = await missing(record, edge)
    const ms = Math.round(performance.now() - began)
    if (reason === null) return { edge: edge.origin, ms }
    if (ms > PATIENCE) return { edge: edge.origin, ms: null, reason }
    if (secret && ms - pushed > PUSH_AGAIN) {
      pushed = ms
      await push(record, edge, secret)
    } else await sleep(ms < 2000 ? 25 : 500)
  }
}

/** Tells the edge to look now. Whether it did shows in what it serves. */
async function push({ settings, version }: TenantRecord, edge: URL, secret: string): Promise<void> {
  const body = JSON.stringify({ tenant: settings.id, version })
  const headers = { 'content-type': 'application/json', [PUSH_HEADER]: await signPush(secret, body, Date.now()) }
  await ask(new URL('/__edge/changed', edge), { headers, body, host: hostAt(edge, settings) }).catch(() => {})
}

/** The name under which this edge knows the tenant. */
const hostAt = (edge: URL, { id, domain }: TenantRecord['settings']) =>
  isLocalUrl(edge) ? `${id}.localhost${edge.port && `:${edge.port}`}` : domain

/** What keeps this edge from serving the version; null: it does. */
async function missing({ settings, version }: TenantRecord, edge: URL): Promise<string | null> {
  const host = hostAt(edge, settings)
  try {
    const { status, body } = await ask(new URL('/login', edge), { host })
    const served = settingsInPage(body)?.['version']
    if (typeof served === 'number') return served >= version ? null : `it serves version ${served}`
    // A page without settings: a tenant that is not open says so by its status alone.
    const closed = { draft: 404, live: 0, paused: 503, gone: 410 }[settings.status]
    return status === closed ? null : `it answers ${status} for ${host}`
  } catch (error) {
    return error instanceof Error ? error.message || error.name : String(error)
  }
}
