import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './run.mjs'

const sources = [
  'bin/build',
  'bin/build.ts',
  'bin/tenants',
  'client',
  'worker',
  'shared',
  'locales',
  'tenants',
  'vite.config.ts',
  'package-lock.json'
]
const stamp = join(root, 'dist', '.build-hash')

/** Builds unless dist/ was built from exactly these sources. */
export function ensureBuild() {
  const wanted = hashOf(sources.flatMap(filesIn))
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('Building the pages and the edge (npm run build) ...')
  if (!run('npm', ['run', '--silent', 'build'])) throw new Error('The build failed; what it said stands above.')
  writeFileSync(stamp, wanted)
}

/** The files at or under a path of the project, in a fixed order. */
function filesIn(path) {
  const found = statSync(join(root, path), { throwIfNoEntry: false })
  if (!found) return []
  if (!found.isDirectory()) return [path]
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesIn(`${path}/${name}`))
}

function hashOf(files) {
  const hash = createHash('sha256')
  for (const file of files) {
    const bytes = readFileSync(join(root, file))
    hash.update(`${file}\n${bytes.length}\n`).update(bytes)
  }
  return hash.digest('hex')
}
