// Runs before `npm start`, `npm test`, `npm run test:engines` and the benchmarks: `node bin/setup.mjs start|test|engines|bench`. Plain JavaScript
// without packages, for any Node from 20 on, because a fresh clone has nothing else yet. Does only what is missing and says what it does.
import { ensureBrowser } from './setup/browser.mjs'
import { ensureBuild } from './setup/build.mjs'
import { ensureEngines } from './setup/engines.mjs'
import { ensureNode } from './setup/node.mjs'
import { ensurePackages } from './setup/packages.mjs'
import { ensureSettings } from './setup/settings.mjs'

const task = process.argv[2]
try {
  ensurePackages()
  const node = ensureNode()
  if (task === 'start') ensureSettings(node)
  if (task === 'test') ensureBrowser()
  if (task === 'engines') ensureEngines()
  if (task === 'bench') ensurePackages('bench')
  ensureBuild()
} catch (error) {
  if (error.message) console.error(error.message)
  process.exitCode = 1
}
