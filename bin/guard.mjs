// Loaded by npm's scripts before a command (`node --import=./bin/guard.mjs bin/….ts`): an older Node can't even parse it, and without packages it
// can't run. Plain JavaScript for any Node from 20 on.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isEnough, tooOld } from './setup/node.mjs'
import { root } from './setup/run.mjs'

const installed = existsSync(join(root, 'node_modules', 'valibot'))
const advice = 'npm start installs the packages, which bring a newer Node on Linux with glibc; npm ci --ignore-scripts does it alone.'
if (!isEnough(process.version)) stop(`${tooOld(process.version)} ${installed ? 'Install it from https://nodejs.org.' : advice}`)
if (!installed) stop('The packages are not installed. npm start installs them; npm ci --ignore-scripts does it alone.')

function stop(line) {
  console.error(line)
  process.exit(1)
}
