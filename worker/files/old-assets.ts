import { ASSET_HEADERS } from '../pages/security-headers.ts'
import { assetType, FOR_EVER } from './asset-types.ts'

/** What is needed of the KV namespace into which `npm run keep-assets` copies the files that a deployment would take away. */
export interface OldFiles {
  get(key: string, type: 'arrayBuffer'): Promise<ArrayBuffer | null>
}

/** A name as builds give it: what no one can have built is not looked for. */
const HASHED = /^\/assets\/[\w.-]+-[\w-]{8}\.\w+$/

/** A file of an earlier build, which pages opened before a release still ask for; null when there is none, or no longer. */
export async function oldAsset(files: OldFiles | undefined, method: string, path: string): Promise<Response | null> {
  const type = assetType(path)
  const bytes = files && type && HASHED.test(path) ? await files.get(path, 'arrayBuffer') : null
  if (!bytes || !type) return null
  return new Response(method === 'HEAD' ? null : bytes, {
    headers: { ...ASSET_HEADERS, 'content-type': type, 'cache-control': FOR_EVER }
  })
}
