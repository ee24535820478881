import type { IncomingMessage } from 'node:http'
import { endpointsAt } from '../../shared/api/contract.ts'

/** Does this request upload a file, which may take longer? */
export function isUpload({ method, url = '' }: Pick<IncomingMessage, 'method' | 'url'>): boolean {
  if (method === 'GET') return false
  return endpointsAt(url.split('?', 1)[0]!).some((endpoint) => endpoint.takes.kind === 'file' && endpoint.method === method)
}
