import { createHmac } from 'node:crypto'
import { addressOf } from '../../shared/api/endpoint.ts'
import { dataExport } from '../../shared/api/export.ts'
import { equalText } from '../../shared/auth/bytes.ts'
import type { Deps } from '../deps.ts'

/** How long a download may begin after the password was checked, in ms. */
const LIFE = 5 * 60_000

type Signing = Pick<Deps, 'secrets' | 'now'>

/** Where the member of this session downloads the export now that they have typed their password. */
export function exportAddress({ secrets, now }: Signing, sessionHash: Buffer): string {
  const until = String(now().getTime() + LIFE)
  return `${addressOf(dataExport.exportData)}?until=${until}&proof=${sign(secrets.app, sessionHash, until)}`
}

/** Is this an address given to this session in the last five minutes? No page can guess it, and it's of no use in another browser. */
export function isExportAddress({ secrets, now }: Signing, sessionHash: Buffer, { searchParams }: URL): boolean {
  const until = searchParams.get('until') ?? ''
  return Number(until) > now().getTime() && equalText(searchParams.get('proof') ?? '', sign(secrets.app, sessionHash, until))
}

function sign(secret: string, sessionHash: Buffer, until: string): string {
  return createHmac('sha256', secret)
    .update(`export\n${sessionHash.toString('base64url')}\n${until}`)
    .digest('base64url')
}
