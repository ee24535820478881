import { CONTRACT, type EndpointName } from '../../shared/api/contract.ts'
import { addressOf, type Endpoint, type Method } from '../../shared/api/endpoint.ts'

/** What a call has to know of its endpoint. */
export interface EndpointFacts {
  method: Method
  /** With the name in the query that the endpoint is picked by. */
  path: string
  header: boolean
  /** Has a JSON body. */
  hasBody: boolean
  idempotency: Endpoint['idempotency']
  constant?: true
}

/** Of these the browser calls none. */
const OTHERS = new Set<Endpoint['caller']>(['edge', 'webhook'])

/** The contract without its schemas, as far as the browser calls it. The browser's build writes the outcome here as data (bin/build/endpoint-facts.ts): 10 KB less to load. */
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
