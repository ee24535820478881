import { endpointsAt, pickEndpoint } from '../../shared/api/contract.ts'

/**
 * Is this a report from a machine, such as a payment provider? Providers keep reporting to the address they were once given for months, and give up
 * a report after some hours, so it is accepted under every name of the brand.
 */
export function isReport({ method }: Pick<Request, 'method'>, { pathname, searchParams }: URL): boolean {
  return pathname.startsWith('/api/') && pickEndpoint(endpointsAt(pathname), method, searchParams)?.caller === 'webhook'
}
