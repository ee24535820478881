import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** Runs a command with its output on the terminal. @returns whether it succeeded */
export function run(command, args, { env = process.env } = {}) {
  return spawnSync(command, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0
}

/** Runs a command silently. @returns whether it succeeded */
export function succeeds(command, args) {
  return spawnSync(command, args, { cwd: root, stdio: 'ignore' }).status === 0
}
