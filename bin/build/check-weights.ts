import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { PAGE_BUDGET, pageWeights } from './weights.ts'
import { ROOT } from '../settings.ts'

/** The sources of the build. */
const SOURCES = ['client', 'shared', 'locales', 'bin/build', 'package-lock.json', 'vite.config.ts']

/** Is each page of the last build within its budget? An outdated build isn't weighed, and this command doesn't build. */
export function checkWeights(): { ok: boolean; lines: string[] } {
  const dist = join(ROOT, 'dist')
  const list = join(dist, 'assets.json')
  const built = existsSync(list) ? statSync(list).mtimeMs : 0
  const newer = SOURCES.find((path) => newestIn(join(ROOT, path)) > built)
  if (newer)
    return { ok: true, lines: [`not weighed: ${built === 0 ? 'nothing is built' : `${newer} is newer than dist`} (npm run build)`] }
  const heavy = pageWeights(dist).filter(({ bytes }) => bytes > PAGE_BUDGET)
  return {
    ok: heavy.length === 0,
    lines: heavy.map(
      ({ page, language, bytes }) =>
        `${page} (${language}): ${bytes - PAGE_BUDGET} bytes over ${PAGE_BUDGET}; npm run build prints what weighs`
    )
  }
}

/** When a file or the newest file of a folder was written, in ms. */
function newestIn(path: string): number {
  if (!statSync(path).isDirectory()) return statSync(path).mtimeMs
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return Math.max(...files.map(({ parentPath, name }) => statSync(join(parentPath, name)).mtimeMs))
}
