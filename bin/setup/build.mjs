import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ensureWritable, root, run } from './run.mjs'

const sources = [
  'bin/build',
  'bin/build.ts',
  'bin/tenants',
  'client',
  'worker',
  'shared',
  'locales',
  // The build contains a copy of the brands.
  process.env.TENANTS_DIR || 'tenants',
  'vite.config.ts',
  'package-lock.json'
]
const dist = join(root, 'dist')
const stamp = join(dist, '.build-hash')

/** Builds unless dist/ was built from exactly these sources. */
export function ensureBuild() {
  const wanted = hashOf(sources.flatMap(filesIn))
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  ensureWritable(dist)
  console.log('Building the pages and the edge (npm run build) ...')
  if (!run('npm', ['run', '--silent', 'build'])) throw new Error('The build failed; see its output above.')
  writeFileSync(stamp, wanted)
}

/** The files at or under a path, relative to the project's folder, in a fixed order. */
function filesIn(path) {
  const found = statSync(resolve(root, path), { throwIfNoEntry: false })
  if (!found) return []
  if (!found.isDirectory()) return [path]
  return readdirSync(resolve(root, path))
    .sort()
    .flatMap((name) => filesIn(`${path}/${name}`))
}

function hashOf(files) {
  const hash = createHash('sha256')
  for (const file of files) {
    const bytes = readFileSync(resolve(root, file))
    hash.update(`${file}\n${bytes.length}\n`).update(bytes)
  }
  return hash.digest('hex')
}
