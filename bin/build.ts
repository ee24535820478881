import { FOR_EVER } from '../worker/files/asset-types.ts'
import { ASSET_HEADERS } from '../worker/pages/security-headers.ts'
import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAssetList } from './build/assets-list.ts'
import { buildClient, buildNodeEdge, buildWorker } from './build/bundles.ts'
import { retainAssets } from './build/retain-assets.ts'
import { compressAssets } from './build/compress-assets.ts'
import { pageWeights, weightLines } from './build/weights.ts'
import { orFail } from './operator/usage-error.ts'
import { readEnvironment, ROOT } from './settings.ts'
import { tenantsFolder } from './settings/tenants-folder.ts'
import { writeSnapshot } from './tenants/snapshot.ts'

let weights: ReadonlyMap<string, number> = new Map()
const tenantsDir = orFail(() => tenantsFolder(readEnvironment()))

// `npm run build`: browser, edge for Node, edge for Workers, and the copy of the tenants that the edge starts from.
const steps: [string, () => Promise<unknown>][] = [
  ['the browser', async () => (weights = await buildClient())],
  ['the list of its files', writeAssetList],
  ['the tenants', () => writeSnapshot(tenantsDir, join(ROOT, 'dist'))],
  ['the edge for Node', buildNodeEdge],
  ['the edge for Workers', buildWorker],
  ['compressed files', () => compressAssets(join(ROOT, 'dist/client/assets'))],
  ['what open pages may still ask for', putBackAssets],
  ['the files of Workers', layOutForWorkers]
]

await mkdir(join(ROOT, 'dist'), { recursive: true })
const putBack = await retainAssets(join(ROOT, 'dist/client/assets'), join(ROOT, 'dist/retained'), Date.now())
for (const [what, step] of steps) {
  const began = performance.now()
  await step()
  console.log(`built ${what} in ${((performance.now() - began) / 1000).toFixed(1)} s`)
}

for (const line of weightLines(weights, pageWeights(join(ROOT, 'dist')))) console.log(line)

/** Restores the files of the last seven days' builds. */
async function putBackAssets(): Promise<void> {
  await putBack()
}

/** wrangler serves `dist/public` as it is: hashed files are cached for a year, and the list that the worker reads at start is next to the tenants. */
async function layOutForWorkers(): Promise<void> {
  const to = join(ROOT, 'dist/public')
  await rm(join(to, 'assets'), { recursive: true, force: true })
  await mkdir(join(to, '_build'), { recursive: true })
  await cp(join(ROOT, 'dist/client/assets'), join(to, 'assets'), { recursive: true, filter: (file) => !/\.(br|gz)$/.test(file) })
  await cp(join(ROOT, 'dist/assets.json'), join(to, '_build/assets.json'))
  const headers = { ...ASSET_HEADERS, 'cache-control': FOR_EVER }
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}\n`)
  await writeFile(join(to, '_headers'), `/assets/*\n${lines.join('')}`)
}
