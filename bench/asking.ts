import { openSession } from '../origin/accounts/sessions/sessions.ts'
import { createOrigin } from '../origin/app.ts'
import type { Deps } from '../origin/deps.ts'
import { signEdgeRequest, type EdgeFacts } from '../shared/auth/edge-signature.ts'
import { EDGE_SECRET, TENANT } from './member-page.ts'

export interface Member {
  /** Resolves to the body; throws unless the answer is 200. `key`: idempotency key. */
  ask: (method: string, target: string, body?: object, key?: string) => Promise<string>
}

/** A member with a session at an origin in this process. */
export async function aMember(deps: Deps, id: number): Promise<Member> {
  const tenant = deps.tenants.byId(TENANT.id)!
  const facts: EdgeFacts = {
    host: tenant.settings.domain,
    country: 'GB',
    selectedCountry: '',
    language: 'en',
    ip: '203.0.113.7',
    requestId: 'bench',
    tracking: '',
    local: ''
  }
  let cookie = ''
  const setCookie = (value: string) => void (cookie = value.split(';')[0]!)
  await openSession({ db: deps.db, deps, tenant, now: deps.now(), sessionHash: null, setCookie, facts, userAgent: '' }, id)
  const { fetch } = origins.get(deps) ?? origins.set(deps, createOrigin(deps)).get(deps)!
  const ask: Member['ask'] = async (method, target, body, key) => {
    const signed = await signEdgeRequest(EDGE_SECRET, method, target, facts, Date.now())
    const headers = {
      ...signed,
      cookie,
      'x-client-request': '1',
      ...(body && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key })
    }
    const answer = await fetch(
      new Request(`http://origin.internal${target}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    )
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(`${target}: ${answer.status} ${text}`)
    return text
  }
  return { ask }
}

const origins = new WeakMap<Deps, ReturnType<typeof createOrigin>>()
