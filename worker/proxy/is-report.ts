import { endpointsAt, pickEndpoint } from '../../shared/api/contract.ts'

/**
 * Is this a report of a machine, such as a provider of payments? It goes on being sent to the address that it was once told, for months, and is given up
 * after some hours: it is taken under every name of the brand.
 */
export function isReport({ method }: Pick<Request, 'method'>, { pathname, searchParams }: URL): boolean {
  return pathname.startsWith('/api/') && pickEndpoint(endpointsAt(pathname), method, searchParams)?.caller === 'webhook'
}
