import type { IncomingMessage } from 'node:http'
import { entriesAt } from '../../shared/api/contract.ts'

/** Does this request bring a file, which may take its time? */
export function isUpload({ method, url = '' }: Pick<IncomingMessage, 'method' | 'url'>): boolean {
  if (method === 'GET') return false
  return entriesAt(url.split('?', 1)[0]!).some((entry) => entry.takes.kind === 'file' && entry.method === method)
}
