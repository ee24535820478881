import { readFileSync } from 'node:fs'
import { ROOT } from '../bin/settings.ts'

/** The Node flags of `npm run <name>`, apart from what it imports. */
export function nodeFlags(name: string): string[] {
  return npmScript(name)
    .split(' ')
    .filter((word) => word.startsWith('--') && !word.startsWith('--import'))
}

/** The file that `npm run <name>` runs. */
export function npmScript(name: string): string {
  const { scripts } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { scripts: Record<string, string> }
  return scripts[name]!
}
