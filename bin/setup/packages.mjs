import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureWritable, root, run } from './run.mjs'

/**
 * Installs the packages of a package-lock.json unless exactly these are installed; the stamp is written last, so a killed install is repeated.
 * @param folder of the lock file, relative to the project's
 */
export function ensurePackages(folder = '.') {
  const modules = join(root, folder, 'node_modules')
  const stamp = join(modules, '.tether-lock')
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, folder, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  ensureWritable(modules)
  console.log(`Installing ${folder === '.' ? 'packages' : `the packages of ${folder}`} (npm ci; about half a minute) ...`)
  // No install script is needed. The build needs the development packages, even if NODE_ENV or npm's settings exclude them.
  const args = ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--include=dev', '--include=optional']
  if (!run('npm', [...args, '--loglevel=error'])) throw new Error('The packages could not be installed; see its output above.')
  writeFileSync(stamp, wanted)
}
