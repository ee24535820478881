import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureWritable, root, run } from './run.mjs'

const stamp = join(root, 'node_modules', '.tether-lock')

/** Installs the packages of package-lock.json unless exactly these are installed; the stamp is written last, so a killed install is repeated. */
export function ensurePackages() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  ensureWritable(join(root, 'node_modules'))
  console.log('Installing packages (npm ci; about half a minute) ...')
  // No install script is needed. The build needs the development packages, even if NODE_ENV or npm's settings exclude them.
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--include=dev', '--include=optional', '--loglevel=error']
  if (!run('npm', args)) throw new Error('The packages could not be installed; see its output above.')
  writeFileSync(stamp, wanted)
}
