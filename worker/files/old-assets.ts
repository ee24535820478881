import { ASSET_HEADERS } from '../pages/security-headers.ts'
import { assetType, FOR_EVER } from './asset-types.ts'

/** The part of the KV namespace that this uses; `npm run keep-assets` copies the files that a deployment would remove into it. */
export interface OldFiles {
  get(key: string, type: 'arrayBuffer'): Promise<ArrayBuffer | null>
}

/** The form of a build's file names: anything else isn't looked up. */
const HASHED = /^\/assets\/[\w.-]+-[\w-]{8}\.\w+$/

/** A file of an earlier build, which pages opened before a release still ask for; null if it doesn't exist, or no longer does. */
export async function oldAsset(files: OldFiles | undefined, method: string, path: string): Promise<Response | null> {
  const type = assetType(path)
  const bytes = files && type && HASHED.test(path) ? await files.get(path, 'arrayBuffer') : null
  if (!bytes || !type) return null
  return new Response(method === 'HEAD' ? null : bytes, {
    headers: { ...ASSET_HEADERS, 'content-type': type, 'cache-control': FOR_EVER }
  })
}
