import { CONTRACT, type EndpointName } from '../../shared/api/contract.ts'
import { EXPECTED_MEMBER } from '../../shared/api/endpoint.ts'
import type { EdgeDeps } from '../deps.ts'
import { callOrigin, DEADLINES, factsOf } from '../proxy/call-origin.ts'
import { errorAnswer } from '../proxy/error-answer.ts'
import { originCookies } from '../visitor/visitor-cookies.ts'
import type { Visitor } from '../visitor/visitor.ts'

/**
 * Calls an endpoint for a browser without script, as our script would. The answer may be an error.
 * @param member public id of the member that the form was rendered for, if it says so
 */
export async function callEndpoint(
  name: EndpointName,
  body: unknown,
  visitor: Visitor,
  deps: EdgeDeps,
  member: string | null = null
): Promise<Response> {
  const endpoint = CONTRACT[name]
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'x-client-request': '1',
    'user-agent': visitor.userAgent,
    // Without a script nothing retries a post automatically; the key only has to be new.
    'idempotency-key': crypto.randomUUID(),
    ...originCookies(visitor)
  }
  if (member !== null) headers[EXPECTED_MEMBER] = member
  try {
    return await callOrigin(deps, {
      method: endpoint.method,
      target: endpoint.path,
      facts: factsOf(visitor),
      headers,
      body: new TextEncoder().encode(JSON.stringify(body)),
      deadline: DEADLINES.write
    })
  } catch {
    return errorAnswer('unavailable')
  }
}
