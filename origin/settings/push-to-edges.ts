import { PUSH_HEADER, signPush } from '../../shared/auth/push-signature.ts'
import type { Deps } from '../deps.ts'

/** How long an edge may take to answer a push, in ms. */
const DEADLINE = 5_000

/**
 * Notifies every edge at once when a tenant has changed. A lost push only costs time: an edge checks by itself within 45 s.
 * @param edges addresses of edges, e.g. `https://edge-1.internal`
 * @returns a function that stops it
 */
export function pushToEdges(
  { tenants, secrets, realNow, log }: Pick<Deps, 'tenants' | 'secrets' | 'realNow' | 'log'>,
  edges: readonly string[]
) {
  async function push(edge: string, body: string): Promise<void> {
    const headers = { 'content-type': 'application/json', [PUSH_HEADER]: await signPush(secrets.edge, body, realNow()) }
    const answer = await fetch(new URL('/__edge/changed', edge), { method: 'POST', headers, body, signal: AbortSignal.timeout(DEADLINE) })
    await answer.body?.cancel()
    if (!answer.ok) throw new Error(`it answered ${answer.status}`)
  }
  return tenants.onChange((tenant) => {
    const body = JSON.stringify({ tenant, version: tenants.byId(tenant)?.version ?? 0 })
    for (const edge of edges)
      push(edge, body).catch((error: unknown) => log.warn({ edge, tenant, error: String(error) }, 'an edge did not accept the push'))
  })
}
