import { RETAINED } from './retain-assets.ts'

/** An entry of `wrangler kv bulk put`. */
export interface KeptFile {
  key: string
  value: string
  base64: true
  /** In s. */
  expiration_ttl: number
}

/**
 * The files that a running site has but the next build doesn't, in the form to be stored. It is an error if the site doesn't list or serve them: a
 * deployment would break every open page.
 * @param site any host of the running edge, e.g. `https://velvetdates.nl`
 * @param next paths of the next build's files, `/assets/…`
 */
export async function vanishingAssets(site: string, next: ReadonlySet<string>): Promise<KeptFile[]> {
  const { files } = (await (await get(site, '/__edge/assets')).json()) as { files: string[] }
  const kept: KeptFile[] = []
  for (const path of files.filter((file) => !next.has(file))) {
    const bytes = Buffer.from(await (await get(site, path)).arrayBuffer())
    kept.push({ key: path, value: bytes.toString('base64'), base64: true, expiration_ttl: RETAINED })
  }
  return kept
}

async function get(site: string, path: string): Promise<Response> {
  const url = new URL(path, site)
  const answer = await fetch(url, { signal: AbortSignal.timeout(10_000) })
  if (!answer.ok) throw new Error(`${url.href} answers ${answer.status}. Is the edge that is to be replaced running there?`)
  return answer
}
