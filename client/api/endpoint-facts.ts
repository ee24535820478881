import { CONTRACT, type EndpointName } from '../../shared/api/contract.ts'
import { addressOf, type Endpoint, type Method } from '../../shared/api/endpoint.ts'

/** What a call needs to know about its endpoint. */
export interface EndpointFacts {
  method: Method
  /** Including the query parameter that selects the endpoint. */
  path: string
  header: boolean
  /** Has a JSON body. */
  hasBody: boolean
  idempotency: Endpoint['idempotency']
  constant?: true
}

/** The browser never calls endpoints for these. */
const OTHERS = new Set<Endpoint['caller']>(['edge', 'webhook'])

/**
 * The part of the contract that the browser calls, without schemas. The browser's build inlines the result as data (bin/build/endpoint-facts.ts): 10
 * KB less to load.
 */
export const ENDPOINT_FACTS = Object.fromEntries(
  Object.values(CONTRACT)
    .filter(({ caller }) => !OTHERS.has(caller))
    .map(({ name, method, path, when, header, body, takes, idempotency, constant }) => [
      name,
      {
        method,
        path: addressOf({ path, when }),
        header,
        hasBody: body !== undefined && takes.kind === 'json',
        idempotency,
        ...(constant && { constant })
      }
    ])
) as Record<EndpointName, EndpointFacts>
