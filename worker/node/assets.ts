import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Assets } from '../deps.ts'
import { assetsOf, type AssetList } from '../files/asset-list.ts'
import { assetType, FOR_EVER } from '../files/asset-types.ts'
import { takes } from '../pages/negotiate.ts'
import { ASSET_HEADERS } from '../pages/security-headers.ts'

/** All hashed files of the build in memory, with their compressed versions. `folder`: the build's `dist`. */
export async function readAssets(folder: string): Promise<Assets> {
  const list = JSON.parse(await readFile(join(folder, 'assets.json'), 'utf8')) as AssetList
  const names = await readdir(join(folder, 'client/assets'))
  const files = new Map<string, Uint8Array<ArrayBuffer>>()
  for (const name of names) files.set(`/assets/${name}`, new Uint8Array(await readFile(join(folder, 'client/assets', name))))
  return assetsOf(list, async (request, path) => {
    const type = assetType(path)
    const bytes = files.get(path)
    if (!bytes || !type) return null
    const accepted = request.headers.get('accept-encoding') ?? ''
    const [encoding, body] =
      (takes(accepted, 'br') && named('br', files.get(`${path}.br`))) ||
      (takes(accepted, 'gzip') && named('gzip', files.get(`${path}.gz`))) ||
      named('', bytes)!
    const headers: Record<string, string> = {
      ...ASSET_HEADERS,
      'content-type': type,
      'cache-control': FOR_EVER,
      vary: 'Accept-Encoding'
    }
    if (encoding) headers['content-encoding'] = encoding
    return new Response(request.method === 'HEAD' ? null : body, { headers })
  })
}

function named(encoding: string, bytes: Uint8Array<ArrayBuffer> | undefined): readonly [string, Uint8Array<ArrayBuffer>] | null {
  return bytes ? [encoding, bytes] : null
}
