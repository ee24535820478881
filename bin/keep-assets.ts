import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vanishingAssets } from './build/vanishing-assets.ts'
import { ROOT } from './settings.ts'
import { withOurNode } from './with-our-node.ts'

// `npm run keep-assets -- https://velvetdates.nl`: before a deployment to Workers, copies the files that the running edge has but the next build
// doesn't into KV. Further arguments are passed to wrangler; `--local` writes into the KV of `npm run worker`.
const [site = '', ...words] = process.argv.slice(2)
if (!URL.canParse(site)) {
  console.error('Which edge will be replaced? npm run keep-assets -- https://velvetdates.nl')
  process.exit(1)
}
const next = readdirSync(`${ROOT}dist/public/assets`).map((name) => `/assets/${name}`)
const kept = await vanishingAssets(site, new Set(next)).catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})
if (kept.length > 0) {
  const folder = mkdtempSync(join(tmpdir(), 'tether-assets-'))
  const list = join(folder, 'files.json')
  writeFileSync(list, JSON.stringify(kept))
  const args = ['kv', 'bulk', 'put', list, '--binding', 'OLD_ASSETS', ...(words.includes('--local') ? [] : ['--remote']), ...words]
  const { status } = spawnSync(`${ROOT}node_modules/.bin/wrangler`, args, { cwd: ROOT, env: withOurNode(), stdio: 'inherit' })
  rmSync(folder, { recursive: true })
  if (status !== 0) process.exit(status ?? 1)
}
console.log(`Kept for seven days: ${kept.length} of the running build's files.`)
