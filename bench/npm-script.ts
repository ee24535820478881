import { readFileSync } from 'node:fs'
import { ROOT } from '../bin/settings.ts'

/** What `npm run <name>` runs. */
export function npmScript(name: string): string {
  const { scripts } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { scripts: Record<string, string> }
  return scripts[name]!
}
